// Accesses in a lambda of a library function are reported at the user's line that called the function.
// expect: race
// flags: --check=race
// says: data race on place[0]: write by main and write by T1
// leaves out: unknown
#include <memory_resource>
#include <thread>
#include <vector>

alignas(16) char place[64];

static void fill() {
  std::pmr::monotonic_buffer_resource memory(place, sizeof place);
  std::pmr::vector<int> numbers(&memory);
  numbers.push_back(1);
}

int main() {
  std::thread other(fill);
  fill();
  other.join();
}
