// An allocation fails: operator new calls the new handler, and throws when there is none.
#include <cassert>
#include <new>

static int calls;
static void handler() {
  ++calls;
  std::set_new_handler(nullptr);
}

int main() {
  std::set_new_handler(handler);
  volatile unsigned long size = 100;
  try {
    delete[] new char[-size];
    assert(false);
  } catch (const std::bad_alloc&) {
    assert(calls == 1);
  }
  assert(new (std::nothrow) char[-size] == nullptr);
}
