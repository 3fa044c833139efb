// A lambda of another thread writes past the end of an array that it has by reference.
// expect: memory
// says: out of bounds, beside numbers+16 in main
#include <array>
#include <thread>

int main() {
  std::array<int, 4> numbers{};
  std::thread other([&] { numbers.data()[numbers.size()] = 1; });
  other.join();
  return numbers[0];
}
