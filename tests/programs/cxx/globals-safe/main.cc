/* Globals are built before main in order, and destroyed after it in the opposite order. */
#include <cassert>

static int step;

struct Global {
  Global(int b, int d) : destroyed_at(d) {
    assert(step == b);
    step++;
  }
  ~Global() {
    assert(step == destroyed_at);
    step++;
  }
  int destroyed_at;
};

static Global first(0, 4), second(1, 3);

int main() {
  assert(step == 2);
  step++;
  return 0;
}
