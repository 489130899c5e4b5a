//! A program that plays by the Universal Game Interface, in Python.

/// A program that takes the first fruit it finds. `SPOIL` may spoil that, and `AFTER` comes
/// after its move.
const BOT: &str = r#"
import os, sys, time

def take(board, move):
    size = len(board)
    x, y = ord(move[0]) - 65, int(move[1:]) - 1
    kind, stack = board[y][x], [(y, x)]
    while stack:
        y, x = stack.pop()
        if 0 <= y < size and 0 <= x < size and board[y][x] == kind:
            board[y][x] = "*"
            stack += [(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)]
    for x in range(size):
        fruit = [row[x] for row in board if row[x] != "*"]
        for y, kind in enumerate(["*"] * (size - len(fruit)) + fruit):
            board[y][x] = kind

turn = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name first fruit\nugiok")
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "position":
        board = [list(row) for row in words[2].split("/")]
        for move in words[words.index("moves") + 1:] if "moves" in words else []:
            take(board, move)
    elif words[0] == "go":
        turn += 1
        print(os.getpid(), line.strip(), file=sys.stderr, flush=True)
        move = next(chr(65 + x) + str(y + 1) for y, row in enumerate(board) for x, kind in enumerate(row) if kind != "*")
        SPOIL
        print("info depth 1 pv", move)
        print("bestmove", move)
        AFTER
    sys.stdout.flush()
"#;

/// The program, spoilt.
pub(crate) fn bot(spoil: &str, after: &str) -> String {
    BOT.replace("SPOIL", spoil).replace("AFTER", after)
}
