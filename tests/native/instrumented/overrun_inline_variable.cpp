// An overrun of an inline variable, which several files may define, in a template that several files may have.
// expect: memory
// says: out of bounds, at offset 16 of table, which has 16
#include <atomic>
#include <thread>

inline int table[4] = {1, 2, 3, 4};
std::atomic<int> next{0};

template <typename T>
T get(const T* from, int i) {
  return from[i];
}

int main() {
  std::thread other([] { next = 4; });
  const int found = get(table, next);
  other.join();
  return found == 12345;
}
