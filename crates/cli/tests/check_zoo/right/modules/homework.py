"""A program of two files, with a class for the clock."""
from rules import best_group, fall, read

board = read("input.txt")
group = best_group(board)
row, column = min(group)
with open("output.txt", "w") as out:
    out.write(f"{chr(65 + column)}{row + 1}\n")
    for cells in fall(board, group):
        out.write("".join(cells) + "\n")
