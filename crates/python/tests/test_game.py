"""The game: boards, positions, moves, text forms, pictures."""

import copy
import pickle
import random
import signal
import xml.etree.ElementTree

import pytest

import fruitrage
from fruitrage import Board, Position


def slow_after(rows, move):
    """The board after a move in the most obvious way."""
    size = len(rows)
    grid = [list(row) for row in rows]
    todo, kind, taken = [(ord(move[0]) - ord("A"), int(move[1:]) - 1)], None, 0
    kind = grid[todo[0][1]][todo[0][0]]
    while todo:
        column, row = todo.pop()
        if 0 <= column < size and 0 <= row < size and grid[row][column] == kind:
            grid[row][column] = "*"
            taken += 1
            todo += [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
    for column in range(size):
        fruit = [grid[row][column] for row in range(size) if grid[row][column] != "*"]
        fallen = ["*"] * (size - len(fruit)) + fruit
        for row in range(size):
            grid[row][column] = fallen[row]
    return ["".join(row) for row in grid], taken


@pytest.mark.parametrize("seed", range(20))
def test_games_go_as_in_the_most_obvious_implementation(seed):
    dice = random.Random(seed)
    size, kinds = dice.randint(1, 12), dice.randint(1, 6)
    position = Position.random(size, kinds, seed)
    points = [0, 0]
    while not position.is_over:
        rows = str(position.board).split("\n")
        move = dice.choice(position.legal_moves)
        after, taken = slow_after(rows, move)
        points[position.turn - 1] += taken**2
        assert position.push(move) == taken**2
        assert str(position.board).split("\n") == after
        assert position.points == tuple(points)
    assert position.winner == (0 if points[0] == points[1] else 1 if points[0] > points[1] else 2)


def test_moves_are_taken_back_one_by_one():
    position = Position.random(8, 4, 3)
    dice, before = random.Random(1), []
    while not position.is_over:
        before.append(position.copy())
        position.push(dice.choice(position.legal_actions))
    moves = position.moves
    for earlier in reversed(before):
        assert position.pop() == moves[len(earlier.moves)]
        assert position == earlier and position.legal_moves == earlier.legal_moves
    with pytest.raises(fruitrage.IllegalMoveError, match="no move to take back"):
        position.pop()


def test_a_move_may_name_any_cell_of_its_group_by_name_or_number():
    board = Board("00/01")
    for move in ("A1", "A2", "B1", 0, 1, 2):
        assert board.after(move) == Board("**/*1")


def test_legal_moves_are_the_groups_the_largest_first():
    position = Position.random(9, 3, 5)
    sizes = [group.size for group in position.groups]
    assert sizes == sorted(sizes, reverse=True) == position.group_sizes
    assert position.legal_moves == [group.move for group in position.groups]
    assert position.legal_actions == [group.action for group in position.groups]
    assert sum(sizes) == position.board.fruits
    assert sorted(cell for group in position.groups for cell in group.cells) == sorted(
        f"{chr(65 + column)}{row + 1}" for column in range(9) for row in range(9)
    )


def test_texts_are_read_back_as_written():
    position = Position.random(5, 3, 2)
    position.push(position.legal_moves[3])
    assert Position.from_text(position.to_text()) == position
    assert Board(position.board.to_text()) == position.board == Board(str(position.board))
    assert Position.from_input(position.to_input(seconds=1)).board == position.board


def test_copies_and_pickles_are_equal_and_live_on_their_own():
    position = Position.random(5, 3, 2)
    position.push(position.legal_moves[0])
    for again in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert again == position
        again.push(again.legal_moves[0])
        assert again != position
    for thing in (position.board, fruitrage.Level(3)):
        again = pickle.loads(pickle.dumps(thing))
        assert again == thing and hash(again) == hash(thing)


def test_pictures_are_well_formed_and_show_every_fruit():
    position = Position.random(7, 4, 1)
    position.push(position.legal_moves[0])
    picture = xml.etree.ElementTree.fromstring(position._repr_svg_())
    uses = picture.findall("{http://www.w3.org/2000/svg}use")
    assert len(uses) == position.board.fruits
    assert xml.etree.ElementTree.fromstring(Board("*")._repr_svg_()) is not None


def test_the_same_seed_is_the_same_board_as_on_the_command_line():
    # Boards are named by their seeds for ever: crates/rules/tests/generation.rs.
    assert Board.random(2, 1, 7) == Board("00/00")
    random.seed(5)
    drawn = Board.random()
    random.seed(5)
    assert Board.random() == drawn != Board.random()


def test_exact_regret_is_what_the_solver_says_of_every_move():
    position = Position.random(4, 3, 11)
    best = fruitrage.solve(position)
    assert position.regret(best.best.move) == 0
    for move in position.legal_moves:
        after = position.copy()
        points = after.push(move)
        rest = fruitrage.solve(after).best.value if not after.is_over else 0
        assert position.regret(move) == best.best.value - (points - rest) >= 0
    assert Position.random(10, 4, 1).regret("A1", nodes=10) is None


def test_the_engine_keeps_to_its_limits_and_repeats_itself():
    engine, position = fruitrage.Engine(), Position.random(8, 4, 1)
    one, two = (engine.analyse(position, nodes=5_000, multipv=3) for _ in range(2))
    assert [m.move for m in one.moves] == [m.move for m in two.moves] and len(one.moves) == 3
    values = [m.value for m in one.moves]
    assert values == sorted(values, reverse=True)
    assert engine.analyse(position, depth=2).depth == 2
    assert engine.analyse(position.board, seconds=0.01).best.move in position.legal_moves
    assert fruitrage.Engine("cress").level == fruitrage.Level(1) < fruitrage.Level(2)


@pytest.mark.parametrize(
    "work",
    [
        lambda position: fruitrage.Engine().analyse(position, seconds=600),
        lambda position: fruitrage.solve(position, nodes=10**12),
        lambda position: position.regret("A1", nodes=10**12),
    ],
)
def test_what_takes_long_is_ended_by_a_signal(work):
    def ring(number, frame):
        raise TimeoutError("enough")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        with pytest.raises(TimeoutError, match="enough"):
            work(Position.random(20, 5, 1))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
