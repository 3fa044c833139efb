// A thread uses objects of its own functions that have returned. It does so through functions of the C++ library, whose
// frames may lie where the objects were.
// expect: memory
// compiler: -std=c++20
// says: locks_of_left_frames.cpp:36:35: error: uses a local variable after its function has returned: mutex
// says: locks_of_left_frames.cpp:40:43: error: uses a local variable after its function has returned: shared
// says: locks_of_left_frames.cpp:43:36: error: uses a local variable after its function has returned: condition
// says: locks_of_left_frames.cpp:53:52: error: uses a local variable after its function has returned: captured
#include <mover.h>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::mutex* kept_mutex;
static std::shared_mutex* kept_shared;
static std::condition_variable* kept_condition;

static void leave_objects() {
  std::mutex mutex;
  std::shared_mutex shared;
  std::condition_variable condition;
  kept_mutex = &mutex;
  kept_shared = &shared;
  kept_condition = &condition;
}

static std::function<void()> leave_captured();

static void use() {
  leave_objects();
  switch (mover_choose(4)) {
    case 0: {
      std::lock_guard<std::mutex> lock(*kept_mutex);
      return;
    }
    case 1: {
      std::shared_lock<std::shared_mutex> lock(*kept_shared);
      return;
    }
    case 2: return kept_condition->notify_all();
    default: {
      const std::function<void()> function = leave_captured();
      function();
    }
  }
}

static std::function<void()> leave_captured() {
  std::mutex captured;
  return [&captured] { std::lock_guard<std::mutex> lock(captured); };
}

int main() {
  std::thread thread(use);
  thread.join();
}
