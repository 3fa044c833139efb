/* The counters of a shared_ptr are atomic, the pointer itself is not. */
#include <memory>
#include <thread>

static std::shared_ptr<int> pointer = std::make_shared<int>(1);

int main() {
  std::thread writer([] { pointer = nullptr; });
  std::shared_ptr<int> copy = pointer;
  writer.join();
}
