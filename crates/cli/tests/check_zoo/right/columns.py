"""The board as columns from the bottom, complex numbers as cells, a set as the frontier."""
text = open("input.txt", "rb").read().decode("ascii").replace("\r", "")
lines = text.split("\n")
size = int(lines[0])
cells = {complex(c, r): lines[3 + r][c] for r in range(size) for c in range(size) if lines[3 + r][c] != "*"}


def group(start):
    kind, found, frontier = cells[start], {start}, {start}
    while frontier:
        frontier = {z + d for z in frontier for d in (1, -1, 1j, -1j)} - found
        frontier = {z for z in frontier if cells.get(z) == kind}
        found |= frontier
    return found


taken = max((group(z) for z in cells), key=len)
name = min(taken, key=lambda z: (z.imag, z.real))
columns = [[cells[complex(c, r)] for r in reversed(range(size)) if complex(c, r) in cells and complex(c, r) not in taken] for c in range(size)]
with open("output.txt", "w", newline="\n") as out:
    print(chr(65 + int(name.real)), int(name.imag) + 1, sep="", file=out)
    for r in reversed(range(size)):
        print("".join(column[r] if r < len(column) else "*" for column in columns), file=out)
