// iostream, classes, and a thread for each column of moves.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

struct Board {
    std::vector<std::string> rows;
    int n() const { return static_cast<int>(rows.size()); }
    std::set<std::pair<int, int>> group(int r, int c) const {
        std::set<std::pair<int, int>> found{{r, c}};
        std::vector<std::pair<int, int>> todo{{r, c}};
        while (!todo.empty()) {
            auto [y, x] = todo.back();
            todo.pop_back();
            const int steps[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
            for (auto& step : steps) {
                int b = y + step[0], a = x + step[1];
                if (b < 0 || a < 0 || b >= n() || a >= n() || rows[b][a] != rows[r][c]) continue;
                if (found.insert({b, a}).second) todo.push_back({b, a});
            }
        }
        return found;
    }
    void take(const std::set<std::pair<int, int>>& cells) {
        for (auto& [r, c] : cells) rows[r][c] = '*';
        for (int c = 0; c < n(); c++) {
            std::string column;
            for (auto& row : rows)
                if (row[c] != '*') column += row[c];
            column.insert(0, n() - column.size(), '*');
            for (int r = 0; r < n(); r++) rows[r][c] = column[r];
        }
    }
};

int main() {
    std::ifstream in("input.txt");
    std::string line;
    std::getline(in, line);
    int n = std::stoi(line);
    std::getline(in, line);
    std::getline(in, line);
    double seconds = std::stod(line);
    Board board;
    while (static_cast<int>(board.rows.size()) < n && std::getline(in, line)) board.rows.push_back(line.substr(0, n));
    std::vector<std::pair<std::size_t, std::pair<int, int>>> best(2);
    std::vector<std::thread> workers;
    for (int worker = 0; worker < 2; worker++)
        workers.emplace_back([&, worker] {
            for (int c = worker; c < n; c += 2)
                for (int r = 0; r < n; r++)
                    if (board.rows[r][c] != '*' && (r == 0 || c == 0 || n < 20 || (r + c) % 5 == 0 || best[worker].first == 0))
                        best[worker] = std::max(best[worker], {board.group(r, c).size(), {r, c}});
        });
    for (auto& worker : workers) worker.join();
    auto [size, cell] = std::max(best[0], best[1]);
    board.take(board.group(cell.first, cell.second));
    std::ofstream out("output.txt");
    out << static_cast<char>('A' + cell.second) << cell.first + 1 << std::endl;
    for (auto& row : board.rows) out << row << std::endl;
    std::clog << size << " fruits, " << seconds << " s\n";
}
