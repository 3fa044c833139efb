// The first thread initialises the static local, and the others wait.
// expect: safe
#include <cassert>
#include <string>
#include <thread>
static int made;
struct Single {
  std::string name = "one";
  Single() { made++; }
};
static Single& single() {
  static Single instance;
  return instance;
}
int main() {
  std::thread a([] { assert(single().name == "one"); });
  assert(single().name == "one");
  a.join();
  assert(made == 1);
}
