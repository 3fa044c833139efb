// join writes the handle after the thread has ended, so that the thread itself may read it before.
#include <cassert>
#include <semaphore>
#include <thread>

static std::thread thread;
static std::binary_semaphore started{0};

int main() {
  thread = std::thread([] {
    started.acquire();
    assert(thread.get_id() == std::this_thread::get_id());
  });
  started.release();
  thread.join();
  assert(!thread.joinable());
}
