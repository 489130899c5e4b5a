// A well-behaved agent in C++: reads its box, writes a reply.
#include <fstream>
#include <iostream>
#include <string>
#include <thread>

int main() {
    std::ifstream input("input.txt");
    std::string size;
    if (!std::getline(input, size)) {
        return 1;
    }
    std::thread([] { std::cout << "thinking\n"; }).join();
    std::ofstream("output.txt") << "A1\n*\n";
}
