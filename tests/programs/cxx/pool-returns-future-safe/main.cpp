// A worker fulfils a promise. Waiting for the future observes nothing that happens-before does not order, so there is no search
// for races that no state shows.
#include <cassert>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static std::queue<std::function<void()>> tasks;
static bool stop = false;

static void work() {
  for (;;) {
    std::function<void()> task;
    {
      std::unique_lock<std::mutex> lock(mutex);
      changed.wait(lock, [] { return stop || !tasks.empty(); });
      if (tasks.empty()) return;
      task = std::move(tasks.front());
      tasks.pop();
    }
    task();
  }
}

static std::future<int> enqueue(std::function<int()> function) {
  auto task = std::make_shared<std::packaged_task<int()>>(std::move(function));
  std::future<int> result = task->get_future();
  {
    std::lock_guard<std::mutex> guard(mutex);
    tasks.emplace([task] { (*task)(); });
  }
  changed.notify_one();
  return result;
}

int main() {
  std::thread worker(work);
  assert(enqueue([] { return 7; }).get() == 7);
  {
    std::lock_guard<std::mutex> guard(mutex);
    stop = true;
  }
  changed.notify_all();
  worker.join();
}
