// The published item is changed once more; a semaphore keeps other threads from accessing it yet.
#include <mutex>
#include <queue>
#include <semaphore>
#include <thread>

std::mutex mutex;
std::counting_semaphore<> there{0};
std::queue<int *> queue;

void take() {
  there.acquire();
  std::lock_guard lock(mutex);
  delete queue.front();
  queue.front() = nullptr;
}

void look() {
  there.acquire();
  std::lock_guard lock(mutex);
  if (queue.front() != nullptr) ++*queue.front();
}

int main() {
  std::thread one(take), two(look);
  int *item = new int(1);
  {
    std::lock_guard lock(mutex);
    queue.push(item);
  }
  *item = 2;
  there.release(2);
  one.join();
  two.join();
}
