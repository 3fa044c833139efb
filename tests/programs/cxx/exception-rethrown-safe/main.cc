// Exceptions are rethrown, replaced by others, and nested.
#include <cassert>
#include <exception>

static int alive;
struct Error {
  int code;
  explicit Error(int c) : code(c) { ++alive; }
  Error(const Error& other) : code(other.code) { ++alive; }
  ~Error() { --alive; }
};

static void rethrow() {
  try {
    throw Error(1);
  } catch (Error& error) {
    error.code = 2;
    throw;
  }
}

static int replaced() {
  try {
    try {
      rethrow();
    } catch (Error error) {
      assert(error.code == 2 && alive == 2);
      throw Error(error.code + 1);
    }
  } catch (const Error& error) {
    assert(alive == 1);
    return error.code;
  }
  return 0;
}

int main() {
  assert(replaced() == 3);
  assert(alive == 0);
  try {
    throw Error(5);
  } catch (...) {
    assert(std::uncaught_exceptions() == 0);
    try {
      throw Error(6);
    } catch (Error& inner) {
      assert(inner.code == 6 && alive == 2);
    }
    assert(alive == 1);
  }
  assert(alive == 0);
}
