"""Many boards in one call, held to one position a board."""

import subprocess
import sys
import threading

import pytest

import fruitrage

np = pytest.importorskip("numpy")


@pytest.mark.parametrize("reward", ["margin", "result"])
@pytest.mark.parametrize("size, kinds", [(1, 1), (3, 2), (8, 4), (9, 3), (17, 5), (26, 10)])
def test_it_does_what_single_positions_do(size, kinds, reward):
    count = 7
    env = fruitrage.VectorEnv(count, size=size, kinds=kinds, seed=5, reward=reward)
    positions = [fruitrage.Position.random(size, kinds, 5 + number) for number in range(count)]
    ended = 0
    for _ in range(60):
        actions = env.sample()
        expected = []
        for number, position in enumerate(positions):
            mover = position.turn
            points = position.push(int(actions[number]))
            over = position.is_over
            margin = position.points[mover - 1] - position.points[2 - mover]
            expected.append((points if reward == "margin" else np.sign(margin) * over, over, margin * over))
        observations, masks, rewards, terminations = env.step(actions)
        for number in range(count):
            assert (rewards[number], terminations[number], env.final_margins[number]) == expected[number]
            if terminations[number]:
                ended += 1
                positions[number] = fruitrage.Position.random(size, kinds, int(env.seeds[number]))
            position = positions[number]
            assert env.position(number) == position
            assert (observations[number] == position.board.planes(kinds)).all()
            assert (masks[number] == position.action_mask()).all()
            assert sorted(position.legal_actions) == np.flatnonzero(masks[number]).tolist()
            assert (env.margins[number], env.turns[number]) == (position.margin, position.turn - 1)
    assert ended or size > 8


def test_the_same_seed_gives_the_same_games():
    def play(env):
        return [(env.step(env.sample()), env.observations.copy(), env.rewards.copy())[1:] for _ in range(50)]

    env = fruitrage.VectorEnv(5, size=5, kinds=3, seed=2)
    once = play(env)
    env.reset()
    for (one, two), (three, four) in zip(once, play(env), strict=True):
        assert (one == three).all() and (two == four).all()


def test_arrays_stay_where_they_are():
    env = fruitrage.VectorEnv(3)
    observations, masks = env.reset()
    stepped = env.step(env.greedy())
    assert stepped[0] is observations is env.observations and stepped[1] is masks is env.action_masks


def test_greedy_takes_the_largest_group():
    env = fruitrage.VectorEnv(20, size=6, kinds=3)
    sizes = [env.position(number).group_sizes[0] for number in range(20)]
    assert (env.step(env.greedy())[2] == np.square(sizes)).all()


def test_regrets_are_exact_where_they_are_known():
    env = fruitrage.VectorEnv(6, size=4, kinds=3, regret_nodes=200_000)
    for _ in range(8):
        actions = env.sample()
        expected = [env.position(number).regret(int(actions[number])) for number in range(6)]
        env.step(actions)
        assert env.regrets.tolist() == expected
    env = fruitrage.VectorEnv(2, regret_nodes=1)
    env.step(env.sample())
    assert np.isnan(env.regrets).all()


@pytest.mark.parametrize(
    "actions, words",
    [
        ([0], r"2 whole numbers, one for each board; found the shape \[1\]"),
        ([0.0, 1.0], "found the shape .2. of float64"),
        ([[0, 1]], "one for each board"),
        ([0, 9], "board 1: action 9 is outside the 3 x 3 board"),
        ([0, -1], "board 1: action -1 is outside"),
        (np.array([0, 100], np.uint8), "board 1: action 100"),
        ("AB", "2 whole numbers"),
    ],
)
def test_wrong_actions_are_named_and_nothing_happens(actions, words):
    env = fruitrage.VectorEnv(2, size=3, kinds=3)
    before = [env.position(number) for number in range(2)]
    with pytest.raises(ValueError, match=words):
        env.step(actions)
    assert [env.position(number) for number in range(2)] == before


def test_an_empty_cell_is_named():
    env = fruitrage.VectorEnv(1, size=3, kinds=9, seed=1)
    env.step([0])
    while env.position(0).board["A1"] is not None:
        env.step(env.sample())
    with pytest.raises(ValueError, match="board 0: action 0: A1 is empty; take one that its action mask allows"):
        env.step([0])


@pytest.mark.parametrize(
    "arguments, words",
    [
        (dict(count=0), "count is 0, but must be from 1"),
        (dict(count=2**40), "count is"),
        (dict(count=1, size=0), "size is 0"),
        (dict(count=1, seed=-1), "-1 is out of range"),
        (dict(count=1, regret_nodes=-1), "-1 is out of range"),
        (dict(count=1, kinds=99), "kinds is 99"),
        (dict(count=1, reward="score"), "must be 'margin' or 'result'"),
    ],
)
def test_wrong_settings_are_named(arguments, words):
    with pytest.raises(ValueError, match=words):
        fruitrage.VectorEnv(**arguments)


def test_an_array_that_is_made_read_only_is_an_error_and_not_a_crash():
    env = fruitrage.VectorEnv(2, size=3)
    env.rewards.flags.writeable = False
    with pytest.raises(ValueError, match="an array of this environment"):
        env.step(env.sample())


def test_other_threads_run_during_a_step():
    env = fruitrage.VectorEnv(1, size=9, kinds=4, seed=3, regret_nodes=3_000_000)
    stepped, counted = threading.Event(), 0

    def step():
        env.step(env.sample())
        stepped.set()

    thread = threading.Thread(target=step)
    thread.start()
    while not stepped.is_set():
        counted += 1
    thread.join()
    assert counted > 1_000


def test_two_threads_on_one_environment_are_told_so():
    env = fruitrage.VectorEnv(1, size=9, kinds=4, seed=3, regret_nodes=3_000_000)
    actions, trouble = env.sample(), []

    def step():
        try:
            env.step(actions)
        except (RuntimeError, ValueError) as error:
            trouble.append(error)

    threads = [threading.Thread(target=step) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("PanicException" not in repr(error) for error in trouble)


def test_the_package_needs_no_numpy_and_says_so_where_it_does():
    program = """
import sys
sys.modules["numpy"] = None
import fruitrage
print(fruitrage.match("greedy", "random", pairs=1, size=3, kinds=2, seed=1).won)
for wish in (lambda: fruitrage.VectorEnv(1), lambda: fruitrage.Board("0").planes(), fruitrage.env):
    try:
        wish()
    except ImportError as error:
        print(error)
"""
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert said.count("pip install 'fruitrage[numpy]'") == 2 and said.count("pip install 'fruitrage[env]'") == 1
