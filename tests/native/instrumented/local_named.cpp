// The report names a local variable correctly, even if another local had the same address before.
// expect: race
// says: data race on total in main
// says: data race on pair.b in main
// says: data race on flag in main
// leaves out: on earlier
#include <thread>
static void before() {
  int earlier[64] = {};
  std::thread([&] { earlier[5] = 1; }).join();
}
int main() {
  before();
  int total = 0;
  struct { int a, b; } pair{};
  bool flag = false, unused = false;
  std::thread other([&] { ++total, ++pair.b, flag = !unused; });
  const int seen = total + pair.b + flag;
  other.join();
  return seen * 0;
}
