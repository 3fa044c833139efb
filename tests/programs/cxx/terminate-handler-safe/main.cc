// A handler of std::terminate may end the program in its own way.
#include <cassert>
#include <cstdlib>
#include <exception>

static void handler() {
  try {
    throw;
  } catch (int number) {
    std::_Exit(number != 3);
  }
}

int main() {
  assert(std::get_terminate() != handler);
  std::set_terminate(handler);
  throw 3;
}
