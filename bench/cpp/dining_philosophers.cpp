// Three philosophers who take both forks with std::scoped_lock.
// expect: safe
// wrong: deadlock, they take one fork after the other
#include <array>
#include <mutex>
#include <thread>
#include <vector>

constexpr int kSeats = 3;

int main() {
  std::array<std::mutex, kSeats> forks;
  std::array<int, kSeats> meals{};
  std::vector<std::thread> philosophers;
  for (int i = 0; i < kSeats; ++i)
    philosophers.emplace_back([&, i] {
      std::mutex &left = forks[i], &right = forks[(i + 1) % kSeats];
#ifdef WRONG
      std::lock_guard first(left);
      std::lock_guard second(right);
#else
      std::scoped_lock both(left, right);
#endif
      ++meals[i];
    });
  for (std::thread& philosopher : philosophers) philosopher.join();
}
