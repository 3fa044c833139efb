// A write through an address that no program can have: the processor does not tell where it goes, nor that it writes.
#include <cstdint>
#include <thread>

static uint64_t address = 0x4141414141414141;

int main() {
  std::thread other([] { *reinterpret_cast<int*>(address) = 1; });
  other.join();
}
