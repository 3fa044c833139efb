// join writes the handle when the thread has ended: the thread itself may read it until then.
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
