// The handler of std::terminate throws an exception itself.
#include <exception>

int main() {
  std::set_terminate([] { throw 'c'; });
  throw 1;
}
