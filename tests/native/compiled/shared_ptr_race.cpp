// The reference counts are safe, the pointer itself is not.
// expect: race memory
#include <memory>
#include <thread>
int main() {
  auto shared = std::make_shared<int>(1);
  std::thread a([&] { shared = std::make_shared<int>(2); });
  std::shared_ptr<int> copy = shared;
  a.join();
}
