// Nothing handles the exception: the program ends where it is thrown, and no destructor runs.
#include <cassert>

struct Never {
  ~Never() { assert(false); }
};

static void fail() {
  Never never;
  throw 1;
}

int main() { fail(); }
