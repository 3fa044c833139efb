// The value of an exception reaches its handler.
#include <cassert>
static int half(int n) {
  if (n % 2) throw n;
  return n / 2;
}

int main() {
  int caught = 0;
  try {
    half(3);
  } catch (int n) {
    caught = n;
  }
  assert(caught == 3);
}
