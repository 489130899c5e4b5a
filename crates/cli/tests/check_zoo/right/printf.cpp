// C in C++: stdio, global arrays, recursion, goto-free and older than most students.
#include <cstdio>
#include <cstring>

static int n, p;
static double seconds;
static char cell[26][32], work[26][32];

static int fill(int r, int c, char kind) {
    if (r < 0 || c < 0 || r >= n || c >= n || work[r][c] != kind) return 0;
    work[r][c] = '*';
    return 1 + fill(r + 1, c, kind) + fill(r - 1, c, kind) + fill(r, c + 1, kind) + fill(r, c - 1, kind);
}

int main() {
    FILE* in = fopen("input.txt", "r");
    if (!in || fscanf(in, "%d %d %lf", &n, &p, &seconds) != 3) return 1;
    for (int r = 0; r < n; r++)
        if (fscanf(in, "%31s", cell[r]) != 1) return 1;
    fclose(in);
    int best = 0, br = 0, bc = 0;
    memcpy(work, cell, sizeof cell);
    for (int r = n - 1; r >= 0; r--)
        for (int c = n - 1; c >= 0; c--) {
            if (work[r][c] == '*') continue;
            int size = fill(r, c, work[r][c]);
            if (size > best) best = size, br = r, bc = c;
        }
    memcpy(work, cell, sizeof cell);
    fill(br, bc, cell[br][bc]);
    for (int c = 0; c < n; c++)
        for (int r = n - 1, to = n - 1; r >= 0; r--)
            if (work[r][c] != '*') {
                char kind = work[r][c];
                work[r][c] = '*';
                work[to--][c] = kind;
            }
    FILE* out = fopen("output.txt", "w");
    fprintf(out, "%c%d\n", 'A' + bc, br + 1);
    for (int r = 0; r < n; r++) fprintf(out, "%.*s\n", n, work[r]);
    fclose(out);
    return 0;
}
