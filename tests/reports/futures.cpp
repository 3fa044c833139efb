// An exception of a task ends the program in get().
#include <future>
#include <stdexcept>
#include <thread>
#include <vector>

static int parse(const char* text) {
  if (*text < '0' || *text > '9') throw std::invalid_argument("not a digit: " + std::string(text));
  return *text - '0';
}
int main() {
  auto a = std::async(std::launch::async, parse, "7");
  auto b = std::async(std::launch::async, parse, "x");
  return a.get() + b.get();
}
