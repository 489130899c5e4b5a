package edu.fruit;

import java.util.ArrayDeque;
import java.util.Deque;

/** A board as an array of rows. */
class Board {
    final char[][] cells;

    Board(int size) {
        cells = new char[size][];
    }

    int[] best() {
        int[] best = null;
        int most = 0;
        boolean[][] seen = new boolean[cells.length][cells.length];
        for (int row = 0; row < cells.length; row++) {
            for (int column = 0; column < cells.length; column++) {
                if (cells[row][column] == '*' || seen[row][column]) {
                    continue;
                }
                int size = mark(row, column, seen);
                if (size > most) {
                    most = size;
                    best = new int[] {row, column};
                }
            }
        }
        return best;
    }

    private int mark(int row, int column, boolean[][] seen) {
        char kind = cells[row][column];
        Deque<Integer> queue = new ArrayDeque<>();
        queue.add(row * 26 + column);
        seen[row][column] = true;
        int size = 0;
        while (!queue.isEmpty()) {
            int at = queue.poll();
            size++;
            for (int step = 0; step < 4; step++) {
                int r = at / 26 + (step == 0 ? 1 : step == 1 ? -1 : 0);
                int c = at % 26 + (step == 2 ? 1 : step == 3 ? -1 : 0);
                if (r >= 0 && c >= 0 && r < cells.length && c < cells.length && !seen[r][c] && cells[r][c] == kind) {
                    seen[r][c] = true;
                    queue.add(r * 26 + c);
                }
            }
        }
        return size;
    }

    void take(int row, int column) {
        boolean[][] taken = new boolean[cells.length][cells.length];
        mark(row, column, taken);
        for (int c = 0; c < cells.length; c++) {
            int to = cells.length - 1;
            for (int r = cells.length - 1; r >= 0; r--) {
                char fruit = cells[r][c];
                cells[r][c] = '*';
                if (fruit != '*' && !taken[r][c]) {
                    cells[to--][c] = fruit;
                }
            }
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (char[] row : cells) {
            text.append(row).append('\n');
        }
        return text.toString();
    }
}
