"""The game for OpenSpiel: `import fruitrage.openspiel` registers it as `fruitrage`.

A game is played on the board that its parameters name, so it has no chance nodes:

>>> import fruitrage.openspiel, pyspiel
>>> game = pyspiel.load_game("fruitrage(size=4,kinds=3,seed=7)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.current_player()
1
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from ._native import Position

_DEFAULTS = {"size": 10, "kinds": 4, "seed": 0, "reward": "margin"}

_TYPE = pyspiel.GameType(
    short_name="fruitrage",
    long_name="The Fruit Rage",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


class FruitRageGame(pyspiel.Game):
    """The game on one board: `size`, `kinds` and `seed` name it, `reward` is margin or result."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        values = {**_DEFAULTS, **(params or {})}
        if values["reward"] not in ("margin", "result"):
            raise ValueError(f"reward is {values['reward']!r}, but must be 'margin' or 'result'")
        self.size, self.kinds, self.seed = int(values["size"]), int(values["kinds"]), int(values["seed"])
        self.by_result = values["reward"] == "result"
        # What is wrong with size and kinds is said here.
        self.start = Position.random(self.size, self.kinds, self.seed)
        cells = self.size * self.size
        most = 1.0 if self.by_result else float(cells * cells)
        info = pyspiel.GameInfo(
            num_distinct_actions=cells,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=cells,
        )
        super().__init__(_TYPE, info, values)

    def new_initial_state(self) -> FruitRageState:
        """Returns the start of the game."""
        return FruitRageState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> FruitRageObserver:
        """Returns what turns a state into planes."""
        return FruitRageObserver(self)


class FruitRageState(pyspiel.State):
    """A position of the game."""

    def __init__(self, game: FruitRageGame) -> None:
        super().__init__(game)
        self.position = game.start.copy()
        self._by_result = game.by_result

    def current_player(self) -> int:
        """Returns whose turn it is."""
        return int(pyspiel.PlayerId.TERMINAL) if self.position.is_over else self.position.turn - 1

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.legal_actions)

    def _apply_action(self, action: int) -> None:
        self.position.push(action)

    def _action_to_string(self, player: int, action: int) -> str:
        size = self.position.board.size
        return f"{chr(ord('A') + action // size)}{action % size + 1}"

    def is_terminal(self) -> bool:
        """Returns whether the board is empty."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """Returns what the game is worth to both players, once it is over."""
        if not self.position.is_over:
            return [0.0, 0.0]
        first, second = self.position.points
        margin = float(first - second)
        if self._by_result:
            margin = float(np.sign(margin))
        return [margin, -margin]

    def __str__(self) -> str:
        return self.position.to_text()


class FruitRageObserver:
    """Turns a state into planes: a plane for each kind of fruit, with the axes column and row."""

    def __init__(self, game: FruitRageGame) -> None:
        self._kinds = game.kinds
        shape = (game.kinds, game.size, game.size)
        self.tensor = np.zeros(np.prod(shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: FruitRageState, player: int) -> None:
        """Writes what a player sees."""
        self.dict["observation"][:] = state.position.board.planes(self._kinds)

    def string_from(self, state: FruitRageState, player: int) -> str:
        """Returns what a player sees, as text."""
        return state.position.to_text()


pyspiel.register_game(_TYPE, FruitRageGame)
