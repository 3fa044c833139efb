#include <cassert>
#include <fstream>
#include <string>

int main() {
  std::ifstream in("text");
  std::string line;
  assert(std::getline(in, line) && line == "abc");
  assert(!std::getline(in, line));
}
