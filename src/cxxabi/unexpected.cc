// Exceptions that a function's exception specification (`throw(int)`, until C++14) does not allow.
#include <cxxabi.h>

#include <exception>

#include "cxxabi/exception.h"

extern "C" void (*__mover_unexpected_handler)() = std::terminate;

namespace std {

void (*get_unexpected() noexcept)() { return __atomic_load_n(&__mover_unexpected_handler, __ATOMIC_ACQUIRE); }
void (*set_unexpected(void (*next)()) noexcept)() {
  if (next == nullptr) next = terminate;
  return __atomic_exchange_n(&__mover_unexpected_handler, next, __ATOMIC_ACQ_REL);
}
void unexpected() {
  get_unexpected()();
  terminate();
}

}  // namespace std

// The handler may throw another exception, which must be allowed; otherwise std::bad_exception, if that is.
extern "C" [[noreturn]] void __cxa_call_unexpected(void* unwind) {
  struct EndCatch {
    ~EndCatch() { abi::__cxa_end_catch(); }
  };
  const auto* specification = mover::record_of(unwind)->specification;
  abi::__cxa_begin_catch(unwind);
  EndCatch end_catch;
  try {
    __atomic_load_n(&__mover_unexpected_handler, __ATOMIC_ACQUIRE)();
    std::terminate();
  } catch (...) {
    const mover::Record* thrown = mover::caught().first;
    if (thrown->shared == nullptr ||
        mover::is_allowed(specification, *thrown->shared->type, mover::object_of(thrown->shared)))
      throw;
    if (mover::is_allowed(specification, typeid(std::bad_exception), nullptr)) throw std::bad_exception();
    std::terminate();
  }
}
