// A base class's destructor runs while a thread may still call a virtual function.
// expect: race
// flags: --check=race
#include <thread>
struct Base {
  virtual ~Base() { thread.join(); }
  virtual int number() { return 1; }
  std::thread thread;
};
struct Derived : Base {
  int number() override { return 2; }
};
int main() {
  Derived object;
  Base* base = &object;
  base->thread = std::thread([base] { (void)base->number(); });
}
