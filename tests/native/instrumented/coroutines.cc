// Uses of one coroutine by two threads race unless they are ordered, whatever the coroutine accesses.
#include "coroutine.h"

#include "../library/cases.h"

static Task numbers() {
  for (int i = 0;; ++i) co_yield i;
}
static Task nothing() { co_return; }

static std::coroutine_handle<Task::promise_type> shared;
static void make_numbers() { shared = numbers().handle; }
static void make_nothing() { shared = nothing().handle; }

// The coroutine resumes another one, which await_suspend returns.
struct Transfer {
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<>) { return shared; }
  void await_resume() {}
};
static Task transfers() { co_await Transfer{}; }

static Task with_local() {
  int local = 0;
  int* where = &local;
  for (;;) {
    ++*where;
    co_yield *where;
  }
}
static void make_local() {
  shared = with_local().handle;
  shared.resume();
}

static const Case cases[] = {
    {"resume-resume", [] { shared.resume(); }, [] { shared.resume(); }, make_numbers},
    {"resume-done", [] { shared.resume(); }, [] { keep(shared.done()); }, make_nothing},
    {"resume-value", [] { shared.resume(); }, [] { keep(shared.promise().value); }, make_numbers},
    {"resume-transfer", [] { shared.resume(); }, [] { auto task = transfers(); task.handle.resume(); task.handle.destroy(); }, make_numbers},
    {"resume-destroyed", [] { if (shared) shared.resume(); }, [] { if (shared) shared.destroy(); shared = nullptr; }, make_numbers},
    {"local-across-suspension", [] { shared.resume(); }, [] { keep(shared.promise().value); }, make_local},
};

int main(int argc, char** argv) { return run_case(argc, argv, cases); }
