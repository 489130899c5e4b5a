"""Learns to beat greedy within minutes, from nothing but its own games.

    python learn.py [--games 300] [--generations 4] [--pairs 100] [--seed 1]

How: a position is worth `weights @ features` points to the player to move. The features are the
points of its eight largest groups in order, those of all others together, and whether the number
of groups is odd. A player looks one move ahead: the points of a move less what the position after
it is worth to the opponent. It plays games against itself, with one move in ten at random; then
least squares fit the weights to what was won from each position on, and the next generation plays
with those. So it learns ten numbers, not how to search: what it gains over greedy is that it sees
what a move leaves behind.

It needs numpy alone, and one core.
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np

import fruitrage

LARGEST = 8


def features(position: fruitrage.Position) -> list[float]:
    """Returns what is known of a position."""
    points = [size * size for size in position.group_sizes]
    largest = points[:LARGEST] + [0] * (LARGEST - len(points))
    return [*largest, sum(points[LARGEST:]), len(points) % 2]


class Learner:
    """A player with weights."""

    def __init__(self, weights: list[float]) -> None:
        self.weights = weights

    def value(self, position: fruitrage.Position) -> float:
        """Returns what a position is worth to the player to move, in points."""
        return sum(weight * feature for weight, feature in zip(self.weights, features(position)))

    def __call__(self, position: fruitrage.Position) -> str:
        """Returns the move that is best by its points and by what it leaves."""
        best, best_value = "", -float("inf")
        for move in position.legal_moves:
            value = position.push(move) - self.value(position)
            position.pop()
            if value > best_value:
                best, best_value = move, value
        return best


def self_play(player: Learner, games: int, dice: random.Random, size: int, kinds: int) -> tuple[list, list]:
    """Returns the features of all positions of some games, and what was won from each on."""
    seen, won = [], []
    for _ in range(games):
        position, gains, here = fruitrage.Position.random(size, kinds, dice.getrandbits(32)), [], []
        while not position.is_over:
            here.append(features(position))
            move = dice.choice(position.legal_moves) if dice.random() < 0.1 else player(position)
            gains.append(position.push(move))
        value, values = 0, []
        for gain in reversed(gains):
            value = gain - value
            values.append(value)
        seen += here
        won += reversed(values)
    return seen, won


def learn(games: int, generations: int, seed: int, size: int = 10, kinds: int = 4) -> Learner:
    """Returns a player that has learnt from so many games of each generation."""
    dice = random.Random(seed)
    # It begins as greedy: what it leaves is worth nothing.
    player = Learner([0.0] * (LARGEST + 2))
    for generation in range(generations):
        seen, won = self_play(player, games, dice, size, kinds)
        weights, *_ = np.linalg.lstsq(np.array(seen, float), np.array(won, float), rcond=None)
        player = Learner(weights.tolist())
        print(f"generation {generation + 1}: {len(seen)} positions, weights", weights.round(2).tolist())
    return player


def main() -> None:
    """Learns, then plays greedy."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=300, help="games of each generation")
    parser.add_argument("--generations", type=int, default=4)
    parser.add_argument("--pairs", type=int, default=100, help="pairs against greedy")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    started = time.perf_counter()
    player = learn(options.games, options.generations, options.seed)
    print(f"learnt in {time.perf_counter() - started:.0f} s")
    # Boards that it has not seen: seeds of its games are drawn from 2**32.
    result = fruitrage.match(player, "greedy", pairs=options.pairs, seed=2**40, names=("learner", "greedy"))
    print(result)
    share = result.share
    if share.value - (share.error_bar or 1.0) <= 0.5:
        raise SystemExit("it has not beaten greedy")


if __name__ == "__main__":
    main()
