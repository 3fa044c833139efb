// A thread ends the program with quick_exit, or main returns first.
#include <cstdlib>
#include <thread>

int main() {
  std::thread quick([] { std::quick_exit(2); });
  quick.detach();
  return 0;
}
