"""Takes the largest group. Reads input.txt, writes output.txt."""

import sys

START = "before anything"
with open("input.txt") as file:
    lines = file.read().split()
size = int(lines[0])
before = [list(row) for row in lines[3 : 3 + size]]
board = [row[:] for row in before]


def neighbours(row, column):
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def group_at(row, column):
    fruit, found, todo = board[row][column], {(row, column)}, [(row, column)]
    while todo:
        for cell in neighbours(*todo.pop()):
            inside = 0 <= cell[0] < size and 0 <= cell[1] < size
            if inside and cell not in found and board[cell[0]][cell[1]] == fruit:
                found.add(cell)
                todo.append(cell)
    return found


def fall(cells):
    fruits = [cell for cell in cells if cell != "*"]
    return ["*"] * (size - len(fruits)) + fruits


fruits = [(r, c) for r in range(size) for c in range(size) if board[r][c] != "*"]
group = max((group_at(*cell) for cell in fruits), key=len)
row, column = min(group)
for r, c in group:
    board[r][c] = "*"
columns = [fall([board[r][c] for r in range(size)]) for c in range(size)]
board = [[columns[c][r] for c in range(size)] for r in range(size)]

move = chr(ord("A") + column) + str(row + 1)
rows = ["".join(line) for line in board]
text = move + "\n" + "\n".join(rows) + "\n"
with open("output.txt", "w", newline="") as file:
    file.write(text)
