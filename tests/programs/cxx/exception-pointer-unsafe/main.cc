// Two threads handle the same exception, and one of them changes it.
#include <exception>
#include <thread>

struct Error {
  int code;
};

int main() {
  std::exception_ptr kept = std::make_exception_ptr(Error{5});
  std::thread other([kept] {
    try {
      std::rethrow_exception(kept);
    } catch (Error& error) {
      error.code = 1;
    }
  });
  int code = 0;
  try {
    std::rethrow_exception(kept);
  } catch (Error& error) {
    code = error.code;
  }
  other.join();
  return code < 0;
}
