"""An agent for The Fruit Rage: it takes the largest group. The rest is up to you.

It is started once for each move. It reads input.txt, writes output.txt and ends.
"""

import sys
import time

EMPTY = "*"


def read_input():
    """Returns the board as a list of rows, and the seconds left for the whole game."""
    with open("input.txt") as file:
        words = file.read().split()
    size, _kinds, seconds = int(words[0]), int(words[1]), float(words[2])
    return [list(row) for row in words[3 : 3 + size]], seconds


def group_at(board, row, column, seen):
    """Returns the cells of the group that holds this fruit, and adds them to `seen`.

    The group itself is the list of what is still to be looked at: a function that calls
    itself would go too deep on a board of 26 x 26.
    """
    size, fruit = len(board), board[row][column]
    group = [(row, column)]
    seen.add((row, column))
    for row, column in group:
        for r, c in (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1):
            inside = 0 <= r < size and 0 <= c < size
            if inside and (r, c) not in seen and board[r][c] == fruit:
                seen.add((r, c))
                group.append((r, c))
    return group


def all_groups(board):
    """Returns every group, in the order of their first cells: row by row from the top."""
    groups, seen = [], set()
    for row, cells in enumerate(board):
        for column, fruit in enumerate(cells):
            if fruit != EMPTY and (row, column) not in seen:
                groups.append(group_at(board, row, column, seen))
    return groups


def after(board, group):
    """Returns the board after a group is taken and the fruit above it has fallen."""
    size = len(board)
    result = [row[:] for row in board]
    for row, column in group:
        result[row][column] = EMPTY
    for column in range(size):
        fruits = [row[column] for row in result if row[column] != EMPTY]
        fallen = [EMPTY] * (size - len(fruits)) + fruits
        for row in range(size):
            result[row][column] = fallen[row]
    return result


def used():
    """Returns the seconds of CPU time that this move has used, with Python's start."""
    return time.process_time()


def choose(board, seconds):
    """Returns the group to take: the largest, and of equal ones the first.

    What to do next, here:

    1. Look at what you leave. `after(board, group)` is the board that your opponent gets:
       how large is the largest group there? Taking k fruits is worth k * k points.
    2. Look further ahead: your move, the reply, your next move. Read about minimax, then
       about alpha-beta. It gains most if large groups are tried first.
    3. Keep to the clock. `seconds` must do for all your moves to come, and who uses them
       up loses. Allow this move a part of them, and when `used()` gets there, return the
       best group so far.
    """
    return max(all_groups(board), key=len)


def write_output(board, group):
    """Writes the move, such as B1, and the board after it."""
    row, column = group[0]
    lines = [chr(ord("A") + column) + str(row + 1)]
    lines += ["".join(cells) for cells in after(board, group)]
    with open("output.txt", "w", newline="\n") as file:
        file.writelines(line + "\n" for line in lines)


def main():
    board, seconds = read_input()
    group = choose(board, seconds)
    write_output(board, group)
    # Only output.txt counts. What is printed to stderr is for you.
    print(f"took {len(group)}, used {used():.3f} s of {seconds:.3f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
