// Assumptions of a verdict are listed with the place at which the program relies on them.
// expect: safe
// says: main gets no arguments (--args="A B ..." gives some): the program reads them at assumed.cpp:18
// says: the program reads SOME_VARIABLE at assumed.cpp:21
// says: standard input is empty: the program reads it at assumed.cpp:23
// says: one placement of the program's objects in memory is explored: the program computes with addresses as numbers at assumed.cpp:25
// says: random numbers are the same in every execution: the program draws one at assumed.cpp:26
// says: the program makes one at assumed.cpp:20
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <iostream>
#include <set>
#include <thread>

std::atomic<int> flag;

int main(int argc, char**) {
  if (argc > 2) assert(false);
  std::thread setter([] { flag.store(1, std::memory_order_relaxed); });
  assert(std::getenv("SOME_VARIABLE") == nullptr);
  int number = 0;
  std::cin >> number;
  auto *one = new int, *another = new int;
  std::set<int*> by_address{one, another};
  assert(std::rand() >= 0);
  setter.join();
  delete one;
  delete another;
}
