"""Recursion with a raised limit, rows as strings, one long function."""
import sys
sys.setrecursionlimit(20000)
n, p, t, *rows = open('input.txt').read().split()
n = int(n)
g = [list(r) for r in rows[:n]]
def fill(i, j, k, s):
    if i < 0 or j < 0 or i >= n or j >= n or (i, j) in s or g[i][j] != k: return s
    s.add((i, j))
    fill(i+1, j, k, s); fill(i-1, j, k, s); fill(i, j+1, k, s); fill(i, j-1, k, s)
    return s
best, at, done = set(), None, set()
for i in range(n):
    for j in range(n):
        if g[i][j] != '*' and (i, j) not in done:
            s = fill(i, j, g[i][j], set())
            done |= s
            if len(s) > len(best): best, at = s, (i, j)
for i, j in best: g[i][j] = '*'
for j in range(n):
    c = [g[i][j] for i in range(n) if g[i][j] != '*']
    c = ['*'] * (n - len(c)) + c
    for i in range(n): g[i][j] = c[i]
out = open('output.txt', 'w')
out.write('%s%d\n' % (chr(65 + at[1]), at[0] + 1))
for r in g: out.write(''.join(r) + '\n')
out.close()
