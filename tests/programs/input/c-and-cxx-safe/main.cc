#include <cassert>

extern "C" int from_c(int);

int main() {
  assert(from_c(20) == 42);
  return 0;
}
