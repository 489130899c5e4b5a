// An agent for The Fruit Rage: it takes the largest group. The rest is up to you.
//
// It is started once for each move. It reads input.txt, writes output.txt and ends.

#include <cstddef>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

const char EMPTY = '*';

struct Cell {
    int row, column;  // from 0
};

using Board = std::vector<std::string>;  // the rows, the top one first
using Group = std::vector<Cell>;
using Marks = std::vector<std::vector<bool>>;

struct Input {
    double seconds = 0;  // left for the whole game
    Board board;
};

Input read_input() {
    std::ifstream file("input.txt");
    int size = 0, kinds = 0;
    Input input;
    file >> size >> kinds >> input.seconds;
    for (std::string row; size > 0 && file >> row; size--) input.board.push_back(row);
    return input;
}

// Returns the cells of the group that holds this fruit, and marks them as seen. The group
// itself is the list of what is still to be looked at: a function that calls itself could
// go too deep on a large board.
Group group_at(const Board& board, Cell start, Marks& seen) {
    const int size = static_cast<int>(board.size());
    const char fruit = board[start.row][start.column];
    Group group = {start};
    seen[start.row][start.column] = true;
    for (std::size_t next = 0; next < group.size(); next++) {
        const int row = group[next].row, column = group[next].column;
        const Cell neighbours[] = {{row - 1, column}, {row + 1, column}, {row, column - 1}, {row, column + 1}};
        for (const Cell& cell : neighbours) {
            const bool inside = 0 <= cell.row && cell.row < size && 0 <= cell.column && cell.column < size;
            if (inside && !seen[cell.row][cell.column] && board[cell.row][cell.column] == fruit) {
                seen[cell.row][cell.column] = true;
                group.push_back(cell);
            }
        }
    }
    return group;
}

// Returns every group, in the order of their first cells: row by row from the top.
std::vector<Group> all_groups(const Board& board) {
    const int size = static_cast<int>(board.size());
    Marks seen(size, std::vector<bool>(size, false));
    std::vector<Group> groups;
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++) {
            if (board[row][column] != EMPTY && !seen[row][column]) {
                groups.push_back(group_at(board, {row, column}, seen));
            }
        }
    }
    return groups;
}

// Returns the board after a group is taken and the fruit above it has fallen.
Board after(Board board, const Group& group) {
    const int size = static_cast<int>(board.size());
    for (const Cell& cell : group) board[cell.row][cell.column] = EMPTY;
    for (int column = 0; column < size; column++) {
        int bottom = size - 1;
        for (int row = size - 1; row >= 0; row--) {
            if (board[row][column] != EMPTY) {
                std::swap(board[row][column], board[bottom][column]);
                bottom--;
            }
        }
    }
    return board;
}

// Returns the seconds of CPU time that this move has used. (On Windows clock() counts the
// time on the wall, which is never less with one thread.)
double used() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Returns the group to take: the largest, and of equal ones the first.
//
// What to do next, here:
//
// 1. Look at what you leave. after(board, group) is the board that your opponent gets: how
//    large is the largest group there? Taking k fruits is worth k * k points.
// 2. Look further ahead: your move, the reply, your next move. Read about minimax, then
//    about alpha-beta. It gains most if large groups are tried first.
// 3. Keep to the clock. The seconds of the input must do for all your moves to come, and
//    who uses them up loses. Allow this move a part of them, and when used() gets there,
//    return the best group so far.
Group choose(const Input& input) {
    Group best;
    for (const Group& group : all_groups(input.board)) {
        if (group.size() > best.size()) best = group;
    }
    return best;
}

// Writes the move, such as B1, and the board after it. Binary, or Windows would write CR LF.
void write_output(const Board& board, const Group& group) {
    std::ofstream file("output.txt", std::ios::binary);
    file << static_cast<char>('A' + group[0].column) << group[0].row + 1 << '\n';
    for (const std::string& row : after(board, group)) file << row << '\n';
}

int main() {
    const Input input = read_input();
    const Group group = choose(input);
    if (group.empty()) {
        std::cerr << "there is no fruit to take in input.txt\n";
        return 1;
    }
    write_output(input.board, group);
    // Only output.txt counts. What is printed to std::cerr is for you.
    std::cerr << "took " << group.size() << ", used " << used() << " s of " << input.seconds << " s\n";
}
