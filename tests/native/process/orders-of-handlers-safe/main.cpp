// Two threads change or read the same state of the process. Both orders are explored for each kind of state.
#include <mover.h>
#include <stdlib.h>

#include <cstdlib>
#include <exception>
#include <functional>
#include <ios>
#include <memory_resource>
#include <new>
#include <thread>

#define BOTH(is_first, if_so, if_not) \
  do {                                \
    if (is_first)                     \
      mover_reachable(if_so);         \
    else                              \
      mover_reachable(if_not);        \
  } while (0)

template <typename First, typename Second>
void run(First first, Second second) {
  std::thread a(first), b(second);
  a.join();
  b.join();
}

int last = 0;  // the number of the handler that has run last
template <int number>
void handler() {
  last = number;
}
template <int number>
struct Ends {
  ~Ends() { last = number; }
};

int main() {
  switch (mover_choose(10)) {
    case 0:
      run([] { std::set_new_handler(handler<1>); }, [] { std::set_new_handler(handler<2>); });
      BOTH(std::get_new_handler() == handler<2>, "new handler: first before second",
           "new handler: second before first");
      break;
    case 1: {
      std::terminate_handler found = nullptr;
      run([] { std::set_terminate(handler<1>); }, [&] { found = std::get_terminate(); });
      BOTH(found == handler<1>, "terminate handler: first before second", "terminate handler: second before first");
      break;
    }
    case 2:
      std::set_terminate([] {
        mover_reachable("uncaught exception: the second is first");
        std::_Exit(0);
      });
      run(
          [] {
            std::set_terminate([] {
              mover_reachable("uncaught exception: the first is first");
              std::_Exit(0);
            });
          },
          [] { throw 1; });
      break;
    case 3: {
      int first = 0, second = 0;
      run([&] { first = std::ios_base::xalloc(); }, [&] { second = std::ios_base::xalloc(); });
      BOTH(first < second, "xalloc: first before second", "xalloc: second before first");
      break;
    }
    case 4: {
      std::pmr::memory_resource *const none = std::pmr::null_memory_resource(), *found = nullptr;
      run([&] { std::pmr::set_default_resource(none); }, [&] { found = std::pmr::get_default_resource(); });
      BOTH(found == none, "default resource: first before second", "default resource: second before first");
      break;
    }
    case 5:
      std::atexit([] { BOTH(last == 1, "atexit: first before second", "atexit: second before first"); });
      run([] { std::atexit(handler<1>); }, [] { std::atexit(handler<2>); });
      break;
    case 6:
      std::atexit([] { BOTH(last == 1, "static object: first before second", "static object: second before first"); });
      run([] { static Ends<1> first; }, [] { static Ends<2> second; });
      break;
    case 7:
      std::at_quick_exit(
          [] { BOTH(last == 1, "at_quick_exit: first before second", "at_quick_exit: second before first"); });
      run([] { std::at_quick_exit(handler<1>); }, [] { std::at_quick_exit(handler<2>); });
      std::quick_exit(0);
    case 8:
      std::atexit([] { BOTH(last == 4, "on_exit: first before second", "on_exit: second before first"); });
      run([] { on_exit([](int status, void *) { last = status + 1; }, nullptr); },
          [] { on_exit([](int status, void *) { last = status + 2; }, nullptr); });
      std::exit(3);
    default:
      std::at_quick_exit([] { mover_assert(false); });  // exit does not call it
      break;
  }
}
