/* A pure virtual function called while the object is still being built. */
struct Base {
  Base() { call(); }
  void call() { run(); /* wrong */ }
  virtual void run() = 0;
};

struct Derived : Base {
  void run() override {}
};

int main() {
  Derived d;
  return 0;
}
