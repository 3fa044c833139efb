// A thread's object is destroyed before it was joined: std::terminate.
// expect: assertion
#include <thread>
static int value;
int main() {
  std::thread a([] { value = 1; });
}
