// An exception passes functions, whose automatic objects are destroyed in the reverse order, and reaches the first handler
// of its type.
#include <cassert>

static int order[4], count;
struct Noted {
  int number;
  ~Noted() { order[count++] = number; }
};

static void fail() {
  Noted inner{1};
  throw 2.5;
}

static int middle() {
  Noted first{3}, second{2};
  try {
    fail();
  } catch (int) {
    assert(false);
  }
  return 1;
}

int main() {
  try {
    Noted outer{4};
    middle();
    assert(false);
  } catch (const char*) {
    assert(false);
  } catch (double value) {
    assert(value == 2.5);
    count = -count;
  }
  assert(count == -4);
  for (int i = 0; i < 4; ++i) assert(order[i] == i + 1);
}
