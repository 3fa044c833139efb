// Streams of the C++ library, in two threads.
// expect: safe
#include <cassert>
#include <iostream>
#include <sstream>
#include <thread>
static void print(int n) {
  std::ostringstream out;
  out << "thread " << n << '\n';
  std::cout << out.str() << std::flush;
}
int main() {
  std::thread a(print, 1);
  print(2);
  a.join();
}
