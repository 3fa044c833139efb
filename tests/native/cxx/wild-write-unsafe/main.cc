// A write to a non-canonical address. The processor reports neither the address nor that the access is a write.
#include <cstdint>
#include <thread>

static uint64_t address = 0x4141414141414141;

int main() {
  std::thread other([] { *reinterpret_cast<int*>(address) = 1; });
  other.join();
}
