// A coroutine is used after it was destroyed, each use in an execution of its own.
// compiler: -std=c++20
// expect: memory
// says: memory after it was freed
#include <mover.h>
#include "coroutine.h"
struct Transfer {
  std::coroutine_handle<> to;
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<>) { return to; }
  void await_resume() {}
};
static Task nothing() { co_return; }
static Task transfers(std::coroutine_handle<> to) { co_await Transfer{to}; }
int main() {
  auto handle = nothing().handle;
  handle.destroy();
  switch (mover_choose(4)) {
    case 0: handle.resume(); break;
    case 1: handle.destroy(); break;
    case 2: return handle.done();
    default: transfers(handle).handle.resume();
  }
}
