// Programs of several cases: `other` runs in another thread, `own` concurrently in main. Without an argument the program
// lists its cases. "NAME" runs a case without ordering of the two, "NAME locked" with a mutex. See ../library.py.
#pragma once

#include <cstdio>
#include <cstring>
#include <mutex>
#include <thread>

struct Case {
  const char* name;
  void (*other)();
  void (*own)();
  void (*first)() = nullptr;  // runs before the other thread is created
};

inline thread_local volatile long kept;  // storing a value here keeps the compiler from removing its computation
template <typename Value>
void keep(const Value& value) {
  kept = static_cast<long>(value);
}

template <int n>
int run_case(int argc, char** argv, const Case (&cases)[n]) {
  if (argc == 1)
    for (const Case& c : cases) std::puts(c.name);
  for (const Case& c : cases) {
    if (argc == 1 || std::strcmp(argv[1], c.name) != 0) continue;
    static std::mutex mutex;
    const bool locked = argc > 2;
    auto run = [locked](void (*f)()) {
      std::unique_lock lock(mutex, std::defer_lock);
      if (locked) lock.lock();
      f();
    };
    if (c.first != nullptr) c.first();
    std::thread other(run, c.other);
    run(c.own);
    other.join();
  }
  return 0;
}
