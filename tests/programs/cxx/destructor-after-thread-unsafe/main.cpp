// A thread destroys its argument after its function has returned, in code of the library alone. An error there is
// reported at the end of the function; natively, where the thread was created.
#include <memory>
#include <thread>

int number;

static void keep(const std::unique_ptr<int>&) {
}

int main() {
  std::thread owner(keep, std::unique_ptr<int>(&number));
  owner.join();
}
