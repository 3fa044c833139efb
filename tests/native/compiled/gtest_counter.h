#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>
TEST(Counter, Locked) {
  std::mutex mutex;
  int counter = 0;
  auto add = [&] {
    std::lock_guard guard(mutex);
    counter++;
  };
  std::thread a(add);
  add();
  a.join();
  EXPECT_EQ(counter, 2);
}
TEST(Counter, Atomic) {
  std::atomic<int> counter = 0;
  auto add = [&] { counter = counter + 1; };
  std::thread a(add);
  add();
  a.join();
  EXPECT_EQ(counter, 2);
}
