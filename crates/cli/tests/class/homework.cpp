// Takes the first group from the top left. Reads input.txt, writes output.txt.
#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

static int size;
static std::vector<std::string> board;

static void take(int row, int column, char fruit) {
    if (row < 0 || column < 0 || row >= size || column >= size || board[row][column] != fruit) return;
    board[row][column] = '*';
    take(row - 1, column, fruit);
    take(row + 1, column, fruit);
    take(row, column - 1, fruit);
    take(row, column + 1, fruit);
}

int main() {
    std::ifstream in("input.txt");
    int kinds;
    double seconds;
    in >> size >> kinds >> seconds;
    board.resize(size);
    for (std::string& row : board) in >> row;
    int cell = 0;
    while (board[cell / size][cell % size] == '*') cell++;
    int row = cell / size, column = cell % size;
    take(row, column, board[row][column]);
    for (int c = 0; c < size; c++) {
        int bottom = size - 1;
        for (int r = size - 1; r >= 0; r--)
            if (board[r][c] != '*') std::swap(board[r][c], board[bottom--][c]);
    }
    std::ofstream out("output.txt");
    out << char('A' + column) << row + 1 << "\n";
    for (const std::string& line : board) out << line << "\n";
}
