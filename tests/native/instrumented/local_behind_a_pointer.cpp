// A temporary is used after its full expression, and a local after its block, through pointers that are locals, too.
// expect: memory
#include <algorithm>
static int own() {
  const int& larger = std::max(1, 2);
  return larger;
}
static int block(int n) {
  int* p = &n;
  if (n == 1) {
    int l = 2;
    p = &l;
  }
  return *p;
}
int main(int argc, char**) { return argc > 1 ? own() : block(argc); }
