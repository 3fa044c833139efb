// Exceptions unwind through locks in two threads, and one of them is rethrown in main.
// expect: safe
#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
static std::mutex mutex;
static int counter;
static void fail(int how) {
  std::lock_guard guard(mutex);
  counter++;
  if (how == 1) throw std::runtime_error("one");
  throw 2;
}
int main() {
  std::exception_ptr carried;
  std::thread a([&] {
    try {
      fail(1);
    } catch (...) {
      carried = std::current_exception();
    }
  });
  int caught = 0;
  try {
    fail(2);
  } catch (int number) {
    caught = number;
  }
  a.join();
  assert(caught == 2 && counter == 2);
  try {
    std::rethrow_exception(carried);
  } catch (const std::runtime_error& error) {
    assert(error.what() == std::string("one"));
  }
}
