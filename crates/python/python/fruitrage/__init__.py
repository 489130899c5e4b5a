"""The Fruit Rage: the game, a strong engine, matches and learning environments.

Two players empty a board of fruit in turn. A move takes one connected group of k equal fruits
for k x k points, and the fruit above falls. Whoever has more points when the board is empty
wins.

>>> import fruitrage
>>> position = fruitrage.Position.random(size=6, kinds=3, seed=1)
>>> while not position.is_over:
...     points = position.push(position.legal_moves[0])
>>> position.winner
1

Nothing but Python is needed for that; `VectorEnv` and the planes need numpy, `env` needs
PettingZoo, `fruitrage.openspiel` needs OpenSpiel (`pip install 'fruitrage[env]'`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ._native import (
    Analysis,
    Board,
    Engine,
    Estimate,
    Game,
    Group,
    IllegalMoveError,
    Level,
    MatchResult,
    Position,
    RatedMove,
    VectorEnv,
    match,
    parse_games,
    read_games,
    solve,
)

if TYPE_CHECKING:
    from .aec import FruitRageEnv

__all__ = [
    "Analysis",
    "Board",
    "Engine",
    "Estimate",
    "Game",
    "Group",
    "IllegalMoveError",
    "Level",
    "MatchResult",
    "Position",
    "RatedMove",
    "VectorEnv",
    "env",
    "match",
    "parse_games",
    "read_games",
    "solve",
]


def env(
    *,
    size: int = 10,
    kinds: int = 4,
    reward: Literal["margin", "result"] = "margin",
    regret_nodes: int = 0,
    render_mode: str | None = None,
) -> FruitRageEnv:
    """Returns the game as a PettingZoo environment (AEC); see `fruitrage.aec`.

    >>> env = fruitrage.env(size=5, kinds=3)
    >>> env.reset(seed=1)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.step(int(observation["action_mask"].argmax()))
    >>> env.agent_selection
    'player_2'
    """
    try:
        from .aec import FruitRageEnv
    except ImportError as error:
        raise ImportError("this needs PettingZoo: pip install 'fruitrage[env]'") from error
    return FruitRageEnv(size=size, kinds=kinds, reward=reward, regret_nodes=regret_nodes, render_mode=render_mode)
