// Two threads add to the same value, which is passed and returned by value.
// expect: assertion race
#include <cassert>
#include <thread>
struct V { double x, y; };
V operator+(V a, V b) { return {a.x + b.x, a.y + b.y}; }
V g{1, 1};
int main() {
  std::thread other([] { g = g + V{1, 0}; });
  g = g + V{1, 0};
  other.join();
  assert(g.x == 3);
}
