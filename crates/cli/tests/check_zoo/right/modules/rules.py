"""Union-find instead of a flood fill."""


def read(name):
    with open(name) as file:
        size, _, _, *rows = file.read().splitlines()
    return [list(row.strip()) for row in rows[: int(size)]]


def best_group(board):
    size = len(board)
    parent = list(range(size * size))

    def root(i):
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for r in range(size):
        for c in range(size):
            if board[r][c] == "*":
                continue
            if r and board[r - 1][c] == board[r][c]:
                parent[root((r - 1) * size + c)] = root(r * size + c)
            if c and board[r][c - 1] == board[r][c]:
                parent[root(r * size + c - 1)] = root(r * size + c)
    groups = {}
    for r in range(size):
        for c in range(size):
            if board[r][c] != "*":
                groups.setdefault(root(r * size + c), []).append((r, c))
    return max(groups.values(), key=len)


def fall(board, group):
    size, taken = len(board), set(group)
    columns = [[board[r][c] for r in range(size) if (r, c) not in taken and board[r][c] != "*"] for c in range(size)]
    columns = [["*"] * (size - len(column)) + column for column in columns]
    return [list(row) for row in zip(*columns)]
