/* An agent for The Fruit Rage: it takes the largest group. The rest is up to you.
 *
 * It is started once for each move. It reads input.txt, writes output.txt and ends. */

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

enum { LARGEST = 26 };
static const char EMPTY = '*';

typedef struct {
    int size;
    char cells[LARGEST][LARGEST + 1]; /* rows of text, the top one first */
} Board;

typedef struct {
    int row, column; /* from 0 */
} Cell;

typedef struct {
    int count;
    Cell cells[LARGEST * LARGEST];
} Group;

/* Reads the board and the seconds left for the whole game. Returns whether that worked. */
static bool read_input(Board *board, double *seconds) {
    FILE *file = fopen("input.txt", "r");
    if (!file) return false;
    int kinds;
    bool works = fscanf(file, "%d %d %lf", &board->size, &kinds, seconds) == 3;
    works = works && 1 <= board->size && board->size <= LARGEST;
    for (int row = 0; works && row < board->size; row++) {
        works = fscanf(file, "%26s", board->cells[row]) == 1;
    }
    fclose(file);
    return works;
}

/* Finds the group that holds the fruit at a cell, and marks its cells as seen. The group
 * itself is the list of what is still to be looked at: a function that calls itself could
 * go too deep on a large board. */
static void find_group(const Board *board, Cell start, bool seen[LARGEST][LARGEST], Group *group) {
    static const Cell steps[] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const char fruit = board->cells[start.row][start.column];
    group->cells[0] = start;
    group->count = 1;
    seen[start.row][start.column] = true;
    for (int next = 0; next < group->count; next++) {
        for (int step = 0; step < 4; step++) {
            const Cell cell = {group->cells[next].row + steps[step].row,
                               group->cells[next].column + steps[step].column};
            if (cell.row < 0 || cell.row >= board->size) continue;
            if (cell.column < 0 || cell.column >= board->size) continue;
            if (seen[cell.row][cell.column] || board->cells[cell.row][cell.column] != fruit) continue;
            seen[cell.row][cell.column] = true;
            group->cells[group->count++] = cell;
        }
    }
}

/* Takes a group from the board, and lets the fruit above it fall. To look ahead, take
 * from a copy: Board next = *board; */
static void take(Board *board, const Group *group) {
    for (int i = 0; i < group->count; i++) {
        board->cells[group->cells[i].row][group->cells[i].column] = EMPTY;
    }
    for (int column = 0; column < board->size; column++) {
        int bottom = board->size - 1;
        for (int row = board->size - 1; row >= 0; row--) {
            const char fruit = board->cells[row][column];
            if (fruit == EMPTY) continue;
            board->cells[row][column] = EMPTY;
            board->cells[bottom--][column] = fruit;
        }
    }
}

/* Returns the seconds of CPU time that this move has used. (On Windows clock() counts the
 * time on the wall, which is never less with one thread.) */
static double used(void) { return (double)clock() / CLOCKS_PER_SEC; }

/* Finds the group to take: the largest, and of equal ones the first, row by row from the
 * top. It is empty if the board is.
 *
 * What to do next, here:
 *
 * 1. Look at what you leave. After take() there is the board that your opponent gets: how
 *    large is the largest group there? Taking k fruits is worth k * k points.
 * 2. Look further ahead: your move, the reply, your next move. Read about minimax, then
 *    about alpha-beta. It gains most if large groups are tried first.
 * 3. Keep to the clock. Give this function the seconds: they must do for all your moves to
 *    come, and who uses them up loses. Allow this move a part of them, and when used()
 *    gets there, return with the best group so far. */
static void choose(const Board *board, Group *best) {
    bool seen[LARGEST][LARGEST] = {{false}};
    best->count = 0;
    for (int row = 0; row < board->size; row++) {
        for (int column = 0; column < board->size; column++) {
            if (board->cells[row][column] == EMPTY || seen[row][column]) continue;
            Group group;
            find_group(board, (Cell){row, column}, seen, &group);
            if (group.count > best->count) *best = group;
        }
    }
}

/* Writes the move, such as B1, and the board after it. Returns whether that worked. */
static bool write_output(Board board, const Group *group) {
    FILE *file = fopen("output.txt", "wb"); /* b: or Windows would write CR LF */
    if (!file) return false;
    take(&board, group);
    fprintf(file, "%c%d\n", 'A' + group->cells[0].column, group->cells[0].row + 1);
    for (int row = 0; row < board.size; row++) fprintf(file, "%s\n", board.cells[row]);
    return fclose(file) == 0;
}

int main(void) {
    Board board;
    double seconds;
    Group group;
    if (!read_input(&board, &seconds)) {
        fprintf(stderr, "input.txt cannot be read\n");
        return 1;
    }
    choose(&board, &group);
    if (group.count == 0 || !write_output(board, &group)) {
        fprintf(stderr, "there is no fruit to take, or output.txt cannot be written\n");
        return 1;
    }
    /* Only output.txt counts. What is printed to stderr is for you. */
    fprintf(stderr, "took %d, used %.3f s of %.3f s\n", group.count, used(), seconds);
    return 0;
}
