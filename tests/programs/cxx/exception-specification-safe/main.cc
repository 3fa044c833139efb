// Exception specifications of C++14: the handler of std::unexpected may throw an exception that is allowed.
#include <cassert>
#include <exception>

static void allowed() throw(int) { throw 1; }
static void replaced() throw(int) { throw 'c'; }
static void bad() throw(std::bad_exception) { throw 'c'; }

int main() {
  try {
    allowed();
    assert(false);
  } catch (int number) {
    assert(number == 1);
  }
  std::set_unexpected([] { throw 5; });
  try {
    replaced();
    assert(false);
  } catch (int number) {
    assert(number == 5);
  }
  try {
    bad();
    assert(false);
  } catch (const std::bad_exception&) {
  }
}
