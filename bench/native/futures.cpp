// TASKS tasks of std::async, which share a total in a std::atomic and report it through a std::shared_ptr.
//
// Expected: safe.
// Sizes: TASKS (3).
#include <atomic>
#include <cassert>
#include <future>
#include <memory>
#include <vector>

#ifndef TASKS
#define TASKS 3
#endif

int main() {
  auto total = std::make_shared<std::atomic<int>>(0);
  std::vector<std::future<int>> results;
  for (int i = 1; i <= TASKS; i++) results.push_back(std::async(std::launch::async, [total, i] { return *total += i; }));
  int largest = 0;
  for (std::future<int>& result : results) largest = std::max(largest, result.get());
  assert(largest == TASKS * (TASKS + 1) / 2 && *total == largest);
}
