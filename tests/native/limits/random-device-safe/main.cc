// Random numbers are the same whenever an execution is repeated.
#include <atomic>
#include <cassert>
#include <random>
#include <thread>

std::atomic<int> odd{0};

int main() {
  std::thread other([] {
    std::random_device device;
    if (device() % 2 == 1) ++odd;
    if (device() % 2 == 1) ++odd;
  });
  assert(odd <= 2);
  assert(odd >= 0);
  other.join();
}
