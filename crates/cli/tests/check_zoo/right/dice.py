"""Any move by chance, named by any of its cells; notes go to a file of its own."""
import random

with open("input.txt") as f:
    n = int(f.readline())
    f.readline()
    left = float(f.readline())
    board = [f.readline().strip() for _ in range(n)]
flat = list("".join(board))
start = random.choice([i for i, fruit in enumerate(flat) if fruit != "*"])
group, todo = {start}, [start]
while todo:
    i = todo.pop()
    for j, inside in ((i - n, i >= n), (i + n, i + n < n * n), (i - 1, i % n), (i + 1, (i + 1) % n)):
        if inside and j not in group and flat[j] == flat[start]:
            group.add(j)
            todo.append(j)
for i in group:
    flat[i] = "*"
for c in range(n):
    fruits = [fruit for fruit in flat[c::n] if fruit != "*"]
    flat[c::n] = ["*"] * (n - len(fruits)) + fruits
named = random.choice(sorted(group))
rows = ["".join(flat[r * n : r * n + n]) for r in range(n)]
open("output.txt", "w").write("\n".join([chr(65 + named % n) + str(named // n + 1)] + rows) + "\n")
open("notes.txt", "a").write(f"{left} {len(group)}\n")
