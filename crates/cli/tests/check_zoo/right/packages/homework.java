package edu.fruit;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;

public class homework {
    public static void main(String[] arguments) throws IOException {
        Board board;
        try (BufferedReader in = new BufferedReader(new FileReader("input.txt"))) {
            int size = Integer.parseInt(in.readLine().trim());
            in.readLine();
            Double.parseDouble(in.readLine().trim());
            board = new Board(size);
            for (int row = 0; row < size; row++) {
                board.cells[row] = in.readLine().trim().toCharArray();
            }
        }
        int[] move = board.best();
        board.take(move[0], move[1]);
        try (BufferedWriter out = new BufferedWriter(new FileWriter("output.txt"))) {
            out.write("" + (char) ('A' + move[1]) + (move[0] + 1) + "\n" + board);
        }
    }
}
