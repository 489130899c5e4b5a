"""Matches and records."""

import json
import subprocess
import shutil
import os

import pytest

import fruitrage
from fruitrage import Board


def greedy(position):
    return position.legal_moves[0]


def test_a_function_that_plays_like_greedy_equals_greedy_game_by_game():
    kwargs = dict(pairs=10, size=8, kinds=4, seed=3)
    ours, theirs = fruitrage.match(greedy, "random", **kwargs), fruitrage.match("greedy", "random", **kwargs)
    assert [game.points for game in ours.games] == [game.points for game in theirs.games]
    assert ours.share.value == theirs.share.value and ours.share.error_bar == theirs.share.error_bar
    assert (ours.won, ours.drawn, ours.lost) == (theirs.won, theirs.drawn, theirs.lost)
    assert ours.names == ("greedy", "random")
    assert sum(ours.pairs) == 10


def test_the_statistics_are_those_of_the_command_line():
    program = os.environ.get("FRUITRAGE_PROGRAM") or shutil.which("fruitrage")
    if program is None:
        pytest.skip("there is no program fruitrage here")
    line = "match greedy random --pairs 12 --size 7 --fruits 3 --seed 9 --format json --quiet"
    told = json.loads(subprocess.run([program, *line.split()], capture_output=True, check=True).stdout)
    result = fruitrage.match("greedy", "random", pairs=12, size=7, kinds=3, seed=9)
    assert (told["won"], told["drawn"], told["lost"]) == (result.won, result.drawn, result.lost)
    assert told["pairs"] == result.pairs
    assert told["share"]["mean"] == pytest.approx(result.share.value)
    assert told["share"]["error_bar"] == pytest.approx(result.share.error_bar)
    assert told["margin"]["mean"] == pytest.approx(result.margin.value)
    assert told["elo"] is None and result.elo is None or told["elo"]["value"] == pytest.approx(result.elo.value)
    assert told["likelihood_of_superiority"] == pytest.approx(result.likelihood_of_superiority)


def test_a_function_sees_the_moves_and_cannot_disturb_the_game():
    seen = []

    def meddler(position):
        seen.append(len(position.moves))
        move = position.legal_moves[-1]
        while not position.is_over:
            position.push(position.legal_moves[0])
        return move

    result = fruitrage.match(meddler, "greedy", pairs=1, size=5, kinds=3, seed=1)
    assert seen[:2] == [0, 2] and result.faults == (0, 0)
    for game in result.games:
        assert game.position().is_over and game.position().points == game.points


def test_what_a_function_raises_is_raised_with_its_name():
    def broken(position):
        raise RuntimeError("out of ideas")

    with pytest.raises(RuntimeError, match="out of ideas") as raised:
        fruitrage.match("greedy", broken, pairs=1)
    assert raised.value.__notes__ == ["raised by the player 'broken' in a match"]
    with pytest.raises(fruitrage.IllegalMoveError):
        fruitrage.match(lambda position: "Z26", "greedy", pairs=1)


def test_a_fault_loses_the_game_if_that_is_asked_for():
    result = fruitrage.match(lambda position: "Z26", "greedy", pairs=2, on_fault="lose", names=("bad", "good"))
    assert (result.won, result.lost, result.faults) == (0, 4, (4, 0))
    assert result.games[0].ending == "crashed" and result.games[0].winner == 2
    assert "bad" in result.games[0].message


def test_a_function_that_thinks_too_long_loses_on_time():
    def slow(position):
        while True:
            sum(range(1000))
            if len(position.moves) >= 2 or sum(1 for _ in range(200_000)):
                return position.legal_moves[0]

    result = fruitrage.match(slow, "random", pairs=1, seconds=0.001)
    assert result.faults[0] >= 1
    assert {game.ending for game in result.games} <= {"out-of-time", "killed", "cleared"}


def test_boards_of_a_list_are_played_in_turn():
    boards = [Board("00/01"), Board("012/012/012")]
    result = fruitrage.match("greedy", "greedy", boards=boards, pairs=2)
    assert [game.position(0).board for game in result.games] == [boards[0]] * 2 + [boards[1]] * 2


def test_records_are_read_back_and_forged_ones_are_not(tmp_path):
    games = fruitrage.match(greedy, "random", pairs=2, size=5, kinds=3, seed=1).games
    path = tmp_path / "games.jsonl"
    path.write_text("".join(game.to_text() for game in games))
    again = fruitrage.read_games(path)
    assert [game.to_text() for game in again] == [game.to_text() for game in games]
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([lines[0], lines[2]]))
    with pytest.raises(ValueError, match=r"games.jsonl: line 2: .* should be"):
        fruitrage.read_games(path)


def test_a_game_can_be_stepped_through_and_names_do_no_harm():
    name = '</script><img src=x onerror="alert(1)">'
    game = fruitrage.match(greedy, "random", pairs=1, size=4, kinds=2, names=(name, "b")).games[0]
    page = game._repr_html_()
    assert page.startswith("<iframe") and page.count("<") == 2 + page.split('srcdoc="')[1].count("<") - 1
    assert "<img" not in page and "onerror=" not in page
    assert game.position(0).board.to_text() in page
