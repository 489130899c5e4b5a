"""The game as a PettingZoo environment: two agents in turn (AEC).

An observation is a dict: `observation` has a plane for each kind of fruit with the axes
column and row, `margin` the points of the observer less the opponent's, and `action_mask`
allows one cell of each group. An action is the number of a cell in the order of the names
(A1, A2, ... B1, B2, ...).
"""

from __future__ import annotations

import random
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ._native import Position

AGENTS = ["player_1", "player_2"]


class FruitRageEnv(AECEnv[str, dict[str, Any], int | None]):
    """The game between `player_1`, who begins, and `player_2`.

    With `reward="margin"` a move is worth its points to who makes it and costs the other as
    much, so that an agent's rewards of a game sum up to its margin. With `reward="result"` there
    is nothing but 1, 0 or -1 at the end.

    With `regret_nodes`, `infos[agent]["regret"]` is what the agent's last move lost against the
    best one, exactly, or None where the solver needs more nodes than that.

    It checks its own input, so no wrapper is needed.

    >>> env = fruitrage.env(size=4, kinds=2, regret_nodes=100_000)
    >>> env.reset(seed=3)
    >>> env.step(env.position.legal_actions[-1])
    >>> env.infos["player_1"]["regret"]
    284
    >>> env.step(16)
    Traceback (most recent call last):
    ValueError: action 16 is outside the 4 x 4 board: actions are from 0 (A1) to 15
    """

    metadata = {"name": "fruitrage_v0", "render_modes": ["ansi", "svg"], "is_parallelizable": False}

    def __init__(
        self,
        *,
        size: int = 10,
        kinds: int = 4,
        reward: Literal["margin", "result"] = "margin",
        regret_nodes: int = 0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if reward not in ("margin", "result"):
            raise ValueError(f"reward is {reward!r}, but must be 'margin' or 'result'")
        if render_mode not in (None, "ansi", "svg"):
            raise ValueError(f"render_mode is {render_mode!r}, but must be None, 'ansi' or 'svg'")
        # What is wrong with size and kinds is said here.
        self.position = Position.random(size, kinds, 0)
        self.size, self.kinds, self.reward, self.regret_nodes = size, kinds, reward, regret_nodes
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._dice = random.Random()
        most = (size * size) ** 2
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (kinds, size, size), np.int8),
                "margin": spaces.Box(-most, most, (1,), np.int32),
                "action_mask": spaces.Box(0, 1, (size * size,), np.int8),
            }
        )
        self.observation_spaces = {agent: observation for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(size * size) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns what an agent can see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns what an agent can do: name a cell."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game on the board that the seed names, as `Board.random` does.

        Without a seed the board is drawn; after a seed, boards are drawn in the same order
        every time. `options={"board": board}` begins on that board.
        """
        if seed is not None:
            self._dice.seed(seed)
        board_seed = self._dice.getrandbits(63) if seed is None else seed
        board = (options or {}).get("board")
        self.position = Position.random(self.size, self.kinds, board_seed) if board is None else Position(board)
        if self.position.board.size != self.size:
            raise ValueError(f"the board is {self.position.board.size} a side, but the environment is {self.size}")
        self.agents = list(AGENTS)
        self.agent_selection = AGENTS[0]
        self.rewards = {agent: 0.0 for agent in AGENTS}
        self._cumulative_rewards = {agent: 0.0 for agent in AGENTS}
        self.terminations = {agent: False for agent in AGENTS}
        self.truncations = {agent: False for agent in AGENTS}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns what an agent sees; the mask allows nothing when it is not its turn."""
        position = self.position
        sign = 1 if position.turn == AGENTS.index(agent) + 1 else -1
        mask = position.action_mask()
        if agent != self.agent_selection:
            mask.fill(0)
        margin = np.array([sign * position.margin], np.int32)
        return {"observation": position.board.planes(self.kinds), "margin": margin, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Makes a move for the agent whose turn it is."""
        if not self.agents:
            raise ValueError("the game is over, or was not begun: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must move: None is for agents whose game is over")
        position = self.position
        other = AGENTS[1] if agent == AGENTS[0] else AGENTS[0]
        if self.regret_nodes:
            self.infos[agent] = {"regret": position.regret(action, self.regret_nodes)}
        points = float(position.push(action))
        if self.reward == "result":
            winner = position.winner
            points = 0.0 if not winner else 1.0 if AGENTS[winner - 1] == agent else -1.0
        if position.is_over:
            self.terminations = {agent: True for agent in AGENTS}
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {agent: points, other: -points}
        self.agent_selection = other
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Returns the position as text or as a picture."""
        if self.render_mode == "svg":
            return self.position._repr_svg_()
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: there is nothing to close."""
