// The assertion reads the tree while the other thread inserts. The code that links nodes is in libstdc++'s shared library.
#include <cassert>
#include <map>
#include <thread>

static std::map<int, int> m;

int main() {
  std::thread a([] { m[1] = 1; });
  assert(m.find(1) == m.end());
  a.join();
}
