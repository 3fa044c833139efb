// An exception leaves a function that is noexcept: no handler is reached.
#include <atomic>
#include <thread>

static std::atomic<int> state;

static void promise() noexcept {
  if (state.load() == 1) throw 1;
}

int main() {
  std::thread a([] { state.store(1); });
  try {
    promise();
  } catch (int) {
  }
  a.join();
}
