// Only with --malloc-may-fail: each allocation may fail, and what has been allocated before is freed.
#include <cassert>
#include <memory>
#include <new>

int main() {
  bool has_failed = false;
  try {
    auto first = std::make_unique<int>(1);
    auto second = std::make_unique<int>(2);
    assert(*first + *second == 3);
  } catch (const std::bad_alloc&) {
    has_failed = true;
  }
  assert(has_failed || !has_failed);
}
