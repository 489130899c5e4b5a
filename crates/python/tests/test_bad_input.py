"""Bad input is a ValueError that says what, where and how to mend it. No panic reaches Python."""

import random

import pytest

import fruitrage
from fruitrage import Board, Engine, Level, Position

POSITION = Position(Board("*0/01"))

WRONG = [
    (lambda: Board("01/2"), "row 2 has 1 of 2 cells: a board is as wide as it is high"),
    (lambda: Board("0*/*0"), "every fruit to lie on another"),
    (lambda: Board(""), "row 1 has 0 of 1 cells"),
    (lambda: Board("x"), "a first row of 1 to 26 cells"),
    (lambda: Board.random(27), "size is 27, but must be from 1 to 26"),
    (lambda: Board.random(-1), "size is -1"),
    (lambda: Board.random(5, 11), "kinds is 11, but must be from 1 to 10"),
    (lambda: Board.random(10**30), "is out of range"),
    (lambda: Board.random(seed=-1), "-1 is out of range: it must be from 0 to 2..64 - 1"),
    (lambda: Position.random(seed=2**64), "is out of range"),
    (lambda: Position(Board("0"), -1), "turn is -1"),
    (lambda: Position(Board("0"), 1, (-1, 0)), "must each be from 0"),
    (lambda: Engine().analyse(POSITION, nodes=10**30), "is out of range"),
    (lambda: POSITION.regret("B1", nodes=-1), "is out of range"),
    (lambda: fruitrage.match("greedy", "random", seed=-1), "is out of range"),
    (lambda: Board("0").planes(0), "kinds is 0"),
    (lambda: Board("0")["B1"], "B1 is outside the 1 x 1 board"),
    (lambda: Board("0").after("Z27"), "expected a row number from 1 to 26"),
    (lambda: Position(Board("0"), 3), "turn is 3, but must be 1 for the first player"),
    (lambda: Position(Board("0"), 1, (0, 10**6)), "must each be from 0 to 456976"),
    (lambda: Position.from_text("00/01"), "a position is written as"),
    (lambda: Position.from_input("2\n2\n300\n00\n"), "input.txt: line 5"),
    (lambda: POSITION.to_input(kinds=1), "the board holds the fruit 1"),
    (lambda: POSITION.to_input(seconds=0), "seconds is 0"),
    (lambda: POSITION.push("b1"), "'b1' is no move: expected a column letter A to Z, found 'b'"),
    (lambda: POSITION.push(""), "such as 'B1'"),
    (lambda: POSITION.push(4), "actions are from 0 .A1. to 3"),
    (lambda: POSITION.push(-1), "action -1 is outside"),
    (lambda: POSITION.push(2**70), "a move is a cell's name"),
    (lambda: POSITION.push(1.5), "a move is a cell's name such as 'B1', or an action"),
    (lambda: POSITION.push(None), "found None"),
    (lambda: POSITION.push("A1"), "A1 is empty; legal_moves lists"),
    (lambda: POSITION.push("C3"), "C3 is outside the 2 x 2 board"),
    (lambda: POSITION.regret("A1"), "A1 is empty"),
    (lambda: Engine("grandmaster"), "expected a level from 1 to 9 or its name"),
    (lambda: Engine(0), "expected a level"),
    (lambda: Level(-1), "expected a level"),
    (lambda: Engine().analyse(POSITION, nodes=0), "nodes is 0, but must be 1 or more"),
    (lambda: Engine().analyse(POSITION, seconds=float("nan")), "seconds is NaN"),
    (lambda: Engine().analyse(POSITION, multipv=0), "multipv is 0"),
    (lambda: Engine().analyse(Board("*")), "the board is empty"),
    (lambda: fruitrage.solve(Board("*")), "the board is empty"),
    (lambda: fruitrage.solve(POSITION, nodes=-5), "nodes is -5"),
    (lambda: fruitrage.parse_games("{}\n"), "record: line 1: not an event"),
    (lambda: fruitrage.match("gredy", "random"), "did you mean greedy"),
    (lambda: fruitrage.match("minimax:depth=0", "random"), "a number of moves from 1 to 100"),
    (lambda: fruitrage.match(3, "random"), "a player is a name such as 'greedy'"),
    (lambda: fruitrage.match("greedy", "random", pairs=0), "pairs is 0"),
    (lambda: fruitrage.match("greedy", "random", boards=[]), "boards is empty"),
    (lambda: fruitrage.match("greedy", "random", boards=[Board("*")]), "the board is empty"),
    (lambda: fruitrage.match("greedy", "random", on_fault="ignore"), "must be 'raise' or 'lose'"),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_a_mistake_is_named(number):
    mistake, words = WRONG[number]
    before = POSITION.to_text()
    with pytest.raises(ValueError, match=words):
        mistake()
    assert POSITION.to_text() == before


def test_a_wrong_type_is_a_type_error():
    for mistake in (lambda: Board(3), lambda: Position("00/01"), lambda: Engine().analyse("00/01")):
        with pytest.raises(TypeError):
            mistake()


def test_a_record_that_is_not_there_is_a_file_not_found(tmp_path):
    with pytest.raises(FileNotFoundError):
        fruitrage.read_games(tmp_path / "nothing.jsonl")


def test_no_text_makes_a_panic():
    dice = random.Random(1)
    for _ in range(3_000):
        text = "".join(dice.choices("0123*/ :-\nAB\x00é", k=dice.randint(0, 12)))
        for read in (Board, Position.from_text, Position.from_input, fruitrage.parse_games, Level, POSITION.push):
            try:
                read(text)
            except ValueError:
                pass
            if POSITION.moves:
                POSITION.pop()
