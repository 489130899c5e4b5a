// An agent for The Fruit Rage: it takes the largest group. The rest is up to you.
//
// It is started once for each move. It reads input.txt, writes output.txt and ends.
// The time that Java takes to start counts too. That is why there is no Scanner and no +
// between strings here: each of them costs some 20 ms at every move.

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;

public class homework {
    static final char EMPTY = '*';
    static final int[][] NEIGHBOURS = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

    static char[][] board; // row and column, from 0
    static double seconds; // left for the whole game

    static void readInput() throws IOException {
        byte[] bytes = Files.readAllBytes(Paths.get("input.txt"));
        StringTokenizer words = new StringTokenizer(new String(bytes, StandardCharsets.US_ASCII));
        int size = Integer.parseInt(words.nextToken());
        words.nextToken(); // how many kinds of fruit there are
        seconds = Double.parseDouble(words.nextToken());
        board = new char[size][];
        for (int row = 0; row < size; row++) {
            board[row] = words.nextToken().toCharArray();
        }
    }

    /**
     * Returns the cells of the group that holds this fruit, and marks them as seen. The group
     * itself is the list of what is still to be looked at: a method that calls itself could go
     * too deep on a large board.
     */
    static List<int[]> groupAt(char[][] board, int row, int column, boolean[][] seen) {
        int size = board.length;
        List<int[]> group = new ArrayList<>();
        group.add(new int[] {row, column});
        seen[row][column] = true;
        for (int next = 0; next < group.size(); next++) {
            int[] cell = group.get(next);
            for (int[] step : NEIGHBOURS) {
                int r = cell[0] + step[0];
                int c = cell[1] + step[1];
                boolean inside = 0 <= r && r < size && 0 <= c && c < size;
                if (inside && !seen[r][c] && board[r][c] == board[row][column]) {
                    seen[r][c] = true;
                    group.add(new int[] {r, c});
                }
            }
        }
        return group;
    }

    /** Returns every group, in the order of their first cells: row by row from the top. */
    static List<List<int[]>> allGroups(char[][] board) {
        int size = board.length;
        boolean[][] seen = new boolean[size][size];
        List<List<int[]>> groups = new ArrayList<>();
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                if (board[row][column] != EMPTY && !seen[row][column]) {
                    groups.add(groupAt(board, row, column, seen));
                }
            }
        }
        return groups;
    }

    /** Returns the board after a group is taken and the fruit above it has fallen. */
    static char[][] after(char[][] board, List<int[]> group) {
        int size = board.length;
        char[][] result = new char[size][];
        for (int row = 0; row < size; row++) {
            result[row] = board[row].clone();
        }
        for (int[] cell : group) {
            result[cell[0]][cell[1]] = EMPTY;
        }
        for (int column = 0; column < size; column++) {
            int bottom = size - 1;
            for (int row = size - 1; row >= 0; row--) {
                char fruit = result[row][column];
                if (fruit != EMPTY) {
                    result[row][column] = EMPTY;
                    result[bottom][column] = fruit;
                    bottom--;
                }
            }
        }
        return result;
    }

    /** Returns the seconds of CPU time that this move has used, with Java's start. */
    static double used() {
        Duration time = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
        return time.toMillis() / 1000.0;
    }

    /**
     * Returns the group to take: the largest, and of equal ones the first.
     *
     * <p>What to do next, here:
     *
     * <ol>
     *   <li>Look at what you leave. after(board, group) is the board that your opponent gets: how
     *       large is the largest group there? Taking k fruits is worth k * k points.
     *   <li>Look further ahead: your move, the reply, your next move. Read about minimax, then
     *       about alpha-beta. It gains most if large groups are tried first.
     *   <li>Keep to the clock. `seconds` must do for all your moves to come, and who uses them up
     *       loses. Allow this move a part of them, and when used() gets there, return the best
     *       group so far.
     * </ol>
     */
    static List<int[]> choose(char[][] board) {
        List<int[]> best = new ArrayList<>();
        for (List<int[]> group : allGroups(board)) {
            if (group.size() > best.size()) {
                best = group;
            }
        }
        return best;
    }

    /** Writes the move, such as B1, and the board after it. */
    static void writeOutput(char[][] board, List<int[]> group) throws IOException {
        int[] first = group.get(0);
        StringBuilder text = new StringBuilder();
        text.append((char) ('A' + first[1])).append(first[0] + 1).append('\n');
        for (char[] row : after(board, group)) {
            text.append(row).append('\n');
        }
        Files.write(Paths.get("output.txt"), text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    public static void main(String[] arguments) throws IOException {
        readInput();
        List<int[]> group = choose(board);
        writeOutput(board, group);
        // Only output.txt counts. What is printed to System.err is for you.
        StringBuilder note = new StringBuilder("took ").append(group.size());
        note.append(", used ").append(used()).append(" s of ").append(seconds).append(" s");
        System.err.println(note);
    }
}
