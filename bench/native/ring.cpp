// A lock-free ring buffer between one producer and one consumer, ITEMS strings through SLOTS slots.
//
// Expected: safe; -DEARLY, which publishes a slot before it is filled: a race, and with an empty slot a failure.
// Sizes: ITEMS (4), SLOTS (2).
#include <atomic>
#include <cassert>
#include <cstddef>
#include <string>
#include <thread>

#ifndef ITEMS
#define ITEMS 4
#endif
#ifndef SLOTS
#define SLOTS 2
#endif

static std::string slots[SLOTS];
static std::atomic<std::size_t> head, tail;

static bool push(std::string value) {
  const std::size_t at = tail.load(std::memory_order_relaxed);
  if (at - head.load(std::memory_order_acquire) == SLOTS) return false;
#ifdef EARLY
  tail.store(at + 1, std::memory_order_release);
  slots[at % SLOTS] = std::move(value);
#else
  slots[at % SLOTS] = std::move(value);
  tail.store(at + 1, std::memory_order_release);
#endif
  return true;
}

static bool pop(std::string& value) {
  const std::size_t at = head.load(std::memory_order_relaxed);
  if (at == tail.load(std::memory_order_acquire)) return false;
  value = std::move(slots[at % SLOTS]);
  head.store(at + 1, std::memory_order_release);
  return true;
}

int main() {
  std::thread producer([] {
    for (int i = 0; i < ITEMS; i++) push(std::to_string(i));
  });
  std::string value;
  int last = -1;
  for (int i = 0; i < ITEMS; i++) {
    if (!pop(value)) continue;
    assert(std::stoi(value) > last);
    last = std::stoi(value);
  }
  producer.join();
}
