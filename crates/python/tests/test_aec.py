"""The PettingZoo environment."""

import pytest

import fruitrage

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, seed_test  # noqa: E402


# It warns of every environment whose observations are a dict, or may be all zeros.
@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize("arguments", [{}, dict(size=4, kinds=2, reward="result"), dict(size=3, regret_nodes=10_000)])
def test_it_passes_the_tests_of_pettingzoo(arguments):
    api_test(fruitrage.env(**arguments), num_cycles=300)
    seed_test(lambda: fruitrage.env(**arguments), num_cycles=100)


def play(env, seed, choose):
    env.reset(seed=seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        totals[agent] += reward
        env.step(None if termination or truncation else choose(observation))
    return totals


@pytest.mark.parametrize("reward", ["margin", "result"])
def test_rewards_of_a_game_are_the_margin_or_the_result(reward):
    env = fruitrage.env(size=5, kinds=3, reward=reward)
    for seed in range(10):
        totals = play(env, seed, lambda observation: int(observation["action_mask"].argmax()))
        first, second = env.position.points
        margin = first - second if reward == "margin" else (first > second) - (first < second)
        assert totals == {"player_1": margin, "player_2": -margin}


def test_an_observation_is_from_the_side_of_its_observer():
    env = fruitrage.env(size=5, kinds=3)
    env.reset(seed=1)
    points = env.position.groups[0].points
    env.step(env.position.legal_actions[0])
    mine, other = env.observe("player_1"), env.observe("player_2")
    assert (mine["margin"][0], other["margin"][0]) == (points, -points)
    assert not mine["action_mask"].any() and other["action_mask"].sum() == len(env.position.legal_actions)
    assert env.observation_space("player_1").contains(mine)


def test_regret_is_told_of_each_move_where_it_is_known():
    env = fruitrage.env(size=3, kinds=2, regret_nodes=100_000)
    env.reset(seed=2)
    worst = env.position.legal_actions[-1]
    expected = env.position.regret(worst)
    env.step(worst)
    assert env.infos["player_1"]["regret"] == expected


def test_a_board_can_be_given():
    env = fruitrage.env(size=2, kinds=2)
    env.reset(options={"board": fruitrage.Board("00/01")})
    assert env.position.board.to_text() == "00/01"
    with pytest.raises(ValueError, match="the board is 1 a side"):
        env.reset(options={"board": fruitrage.Board("0")})


def test_mistakes_are_named():
    for arguments, words in [
        (dict(size=0), "size is 0"),
        (dict(reward="score"), "must be 'margin' or 'result'"),
        (dict(render_mode="human"), "render_mode is 'human'"),
    ]:
        with pytest.raises(ValueError, match=words):
            fruitrage.env(**arguments)
    env = fruitrage.env(size=2, kinds=2)
    with pytest.raises(ValueError, match=r"call reset\(\) first"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="player_1 must move"):
        env.step(None)
    with pytest.raises(ValueError, match="action 4 is outside"):
        env.step(4)
