"""The game for OpenSpiel."""

import random

import pytest

pyspiel = pytest.importorskip("pyspiel")
import fruitrage.openspiel  # noqa: E402


def test_it_is_registered_and_passes_the_tests_of_openspiel():
    assert "fruitrage" in pyspiel.registered_names()
    game = pyspiel.load_game("fruitrage(size=4,kinds=3)")
    pyspiel.random_sim_test(game, num_sims=5, serialize=False, verbose=False)


@pytest.mark.parametrize("reward", ["margin", "result"])
def test_returns_are_the_margin_or_the_result(reward):
    game = pyspiel.load_game(f"fruitrage(size=5,kinds=3,seed=4,reward={reward})")
    state, dice = game.new_initial_state(), random.Random(1)
    position = fruitrage.Position.random(5, 3, 4)
    while not state.is_terminal():
        assert state.current_player() == position.turn - 1
        assert sorted(position.legal_actions) == state.legal_actions()
        action = dice.choice(state.legal_actions())
        state.apply_action(action)
        position.push(action)
    first, second = position.points
    margin = first - second if reward == "margin" else (first > second) - (first < second)
    assert state.returns() == [margin, -margin]


def test_a_clone_lives_on_its_own():
    state = pyspiel.load_game("fruitrage(size=3,kinds=2)").new_initial_state()
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(clone) != str(state)


def test_mistakes_are_named():
    with pytest.raises(ValueError, match="size is 99"):
        fruitrage.openspiel.FruitRageGame({"size": 99})
    with pytest.raises(ValueError, match="must be 'margin' or 'result'"):
        fruitrage.openspiel.FruitRageGame({"reward": "score"})
