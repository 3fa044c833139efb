// Constructors that do not initialise a member: of local objects, of bases and of captured copies.
// expect: memory
// says: a branch depends on an uninitialised value
#include <cassert>
#include <thread>

struct Partly {
  int set, not_set;
  Partly() : set(1) {}
};
struct Base {
  virtual ~Base() = default;
  int kept;
};
struct Derived : Base {
  int own = 1;
};

int main() {
  Partly local;
  Derived derived;
  std::thread other([&] { assert(local.set == 1 && derived.own == 1); });
  other.join();
  if (derived.kept > 3) return 1;
  return 0;
}
