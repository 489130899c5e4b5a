"""Looks at the opponent's best reply on small boards; prints the board to standard output."""
import sys


class Board:
    def __init__(self, rows):
        self.rows, self.n = rows, len(rows)

    def groups(self):
        seen, found = [[False] * self.n for _ in self.rows], []
        for r in range(self.n):
            for c in range(self.n):
                if self.rows[r][c] == "*" or seen[r][c]:
                    continue
                stack, group = [(r, c)], []
                seen[r][c] = True
                while stack:
                    y, x = stack.pop()
                    group.append((y, x))
                    for b, a in ((y, x + 1), (y, x - 1), (y + 1, x), (y - 1, x)):
                        if 0 <= b < self.n and 0 <= a < self.n and not seen[b][a] and self.rows[b][a] == self.rows[r][c]:
                            seen[b][a] = True
                            stack.append((b, a))
                found.append(group)
        return found

    def play(self, group):
        taken = set(group)
        columns = []
        for c in range(self.n):
            rest = "".join(self.rows[r][c] for r in range(self.n) if (r, c) not in taken and self.rows[r][c] != "*")
            columns.append(rest.rjust(self.n, "*"))
        return Board(["".join(column[r] for column in columns) for r in range(self.n)])


def main():
    size, _, seconds, *rows = open("input.txt").read().split()
    board = Board(rows[: int(size)])
    groups = sorted(board.groups(), key=len, reverse=True)
    best = groups[0]
    if board.n <= 6 and float(seconds) > 0.3:
        def value(group):
            return len(group) ** 2 - max((len(reply) ** 2 for reply in board.play(group).groups()), default=0)
        best = max(groups, key=value)
    row, column = best[-1]
    result = "\n".join([chr(column + ord("A")) + str(row + 1), *board.play(best).rows, ""])
    print(result)
    with open("./output.txt", "w", encoding="ascii") as out:
        out.write(result)
    sys.exit(0)


main()
