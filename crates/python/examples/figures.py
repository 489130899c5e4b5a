"""Prints how fast the package is, beside PettingZoo's and OpenSpiel's connect four, in one run.

    scripts/python --figures

Time is the CPU time of this process, the best of several rounds. One thread.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from time import process_time

import numpy as np

import fruitrage

ROUNDS = 7
SIZE, KINDS = 10, 4


def rate(work: Callable[[], int]) -> float:
    """Returns how many steps a second some work makes, in the best round."""

    def once() -> float:
        started = process_time()
        steps = work()
        return steps / (process_time() - started)

    return max(once() for _ in range(ROUNDS))


def show(what: str, steps: float, note: str = "") -> float:
    """Prints a rate."""
    print(f"{what:58} {steps:12,.0f} steps/s  {note}", flush=True)
    return steps


def random_games(count: int) -> list[tuple[fruitrage.Position, list[int]]]:
    """Returns starts of games and the random actions that are made from them."""
    dice, games = random.Random(1), []
    for seed in range(count):
        start = fruitrage.Position.random(SIZE, KINDS, seed)
        position, actions = start.copy(), []
        while not position.is_over:
            actions.append(dice.choice(position.legal_actions))
            position.push(actions[-1])
        games.append((start, actions))
    return games


def one_object() -> None:
    """One position a call."""
    games = random_games(200)

    def known() -> int:
        for start, actions in games:
            step = start.copy().push
            for action in actions:
                step(action)
        return sum(len(actions) for _, actions in games)

    show("Position.push, actions known, a new object for each game", rate(known), "target 1,000,000")

    def playouts() -> int:
        steps = 0
        for seed in range(200):
            position = fruitrage.Position.random(SIZE, KINDS, seed)
            while not position.is_over:
                position.push(random.choice(position.legal_actions))
                steps += 1
        return steps

    show("Position: random games, legal_actions and random.choice", rate(playouts))


def many_boards() -> None:
    """Many boards a call, with observations, masks and new games."""
    for count in (64, 256, 1024):
        env = fruitrage.VectorEnv(count, size=SIZE, kinds=KINDS, seed=1)

        def steps() -> int:
            for _ in range(100_000 // count):
                env.step(env.sample())
            return 100_000 // count * count

        def step_alone() -> float:
            spent, made = 0.0, 100_000 // count
            for _ in range(made):
                actions = env.sample()
                started = process_time()
                env.step(actions)
                spent += process_time() - started
            return made * count / spent

        show(f"VectorEnv({count}).step", max(step_alone() for _ in range(ROUNDS)), "target 3,000,000")
        show(f"VectorEnv({count}).step and .sample", rate(steps))


def aec_games(env, games: int, choose: Callable[[np.ndarray], int]) -> Callable[[], int]:
    """Returns the work of playing some games in an AEC environment."""

    def work() -> int:
        steps = 0
        for seed in range(games):
            env.reset(seed=seed)
            for _ in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                else:
                    env.step(choose(observation["action_mask"]))
                    steps += 1
        return steps

    return work


def environments() -> None:
    """The AEC environment beside PettingZoo's connect four: the same loop, the first legal action."""
    from pettingzoo.classic import connect_four_v3

    def first(mask: np.ndarray) -> int:
        return int(mask.argmax())

    ours = show("fruitrage.env() (AEC), the first legal action", rate(aec_games(fruitrage.env(), 40, first)))
    raw = show("PettingZoo connect four, raw_env()", rate(aec_games(connect_four_v3.raw_env(), 40, first)))
    theirs = show("PettingZoo connect four, env()", rate(aec_games(connect_four_v3.env(), 40, first)))
    print(f"{'  ratio to raw_env() and env()':58} {ours / raw:12.1f} {ours / theirs:6.1f}   target 5")


def openspiel() -> None:
    """OpenSpiel's connect four, in C++, by the same loops as ours."""
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not here: its figures are left out")
        return
    import fruitrage.openspiel

    def playouts(name: str, games: int) -> Callable[[], int]:
        game = pyspiel.load_game(name)

        def work() -> int:
            steps = 0
            for _ in range(games):
                state = game.new_initial_state()
                while not state.is_terminal():
                    state.apply_action(random.choice(state.legal_actions()))
                    steps += 1
            return steps

        return work

    show("OpenSpiel connect four: random games", rate(playouts("connect_four", 500)))
    show("OpenSpiel with our game: random games", rate(playouts(f"fruitrage(size={SIZE},kinds={KINDS})", 50)))

    game, dice = pyspiel.load_game("connect_four"), random.Random(1)
    known = []
    for _ in range(500):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
        known.append(state.history())

    def apply() -> int:
        for actions in known:
            step = game.new_initial_state().apply_action
            for action in actions:
                step(action)
        return sum(map(len, known))

    show("OpenSpiel connect four: apply_action, actions known", rate(apply))


def main() -> None:
    """Prints all figures."""
    print(f"Python {sys.version.split()[0]}, 10p4, load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    one_object()
    many_boards()
    environments()
    openspiel()


if __name__ == "__main__":
    main()
