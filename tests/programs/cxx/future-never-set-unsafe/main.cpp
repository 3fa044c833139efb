/* The promise is kept, and never fulfilled. */
#include <future>

int main() {
  static std::promise<int> promise;
  return promise.get_future().get();
}
