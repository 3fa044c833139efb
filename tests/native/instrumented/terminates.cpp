// A thread that is neither joined nor detached ends the program.
// expect: assertion
// says: std::terminate called without an active exception
// leaves out: calls abort()
#include <thread>
int main() {
  std::thread other([] {});
}
