#include <cassert>

struct Cleanup {
  explicit Cleanup(int& n) : count(n) {}
  ~Cleanup() { count++; }
  int& count;
};

static int half(int n) {
  if (n % 2) throw n;
  return n / 2;
}

int main() {
  int cleaned = 0;
  try {
    Cleanup cleanup(cleaned);
    assert(half(4) == 2);
  } catch (int) {
    return 1;
  }
  assert(cleaned == 1);
  return 0;
}
