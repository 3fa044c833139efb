// An exception is kept, and rethrown by two threads at once: they only read it.
#include <cassert>
#include <exception>
#include <thread>

struct Error {
  int code;
};

int main() {
  std::exception_ptr kept;
  std::thread thrower([&kept] {
    try {
      throw Error{5};
    } catch (...) {
      kept = std::current_exception();
    }
  });
  thrower.join();
  auto use = [](std::exception_ptr mine) {
    try {
      std::rethrow_exception(mine);
    } catch (const Error& error) {
      assert(error.code == 5);
    }
  };
  std::thread other(use, kept);
  use(kept);
  other.join();
  kept = std::make_exception_ptr(Error{6});
  try {
    std::rethrow_exception(kept);
  } catch (Error error) {
    assert(error.code == 6);
  }
}
