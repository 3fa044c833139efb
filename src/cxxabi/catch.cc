// Handling exceptions.
#include <cxxabi.h>

#include <exception>

#include "cxxabi/exception.h"

namespace mover {

Caught& caught() {
  static __thread Caught of_thread;
  return of_thread;
}

}  // namespace mover

using mover::Record;

namespace __cxxabiv1 {

extern "C" {

__cxa_eh_globals* __cxa_get_globals() noexcept { return reinterpret_cast<__cxa_eh_globals*>(&mover::caught()); }
__cxa_eh_globals* __cxa_get_globals_fast() noexcept { return __cxa_get_globals(); }

void* __cxa_get_exception_ptr(void* unwind) noexcept { return mover::record_of(unwind)->caught; }

void* __cxa_begin_catch(void* unwind) noexcept {
  mover::Caught& caught = mover::caught();
  Record* record = mover::record_of(unwind);
  if (record->shared == nullptr) {
    if (caught.first != nullptr) std::terminate();
    caught.first = record;
    return nullptr;
  }
  record->handlers = (record->handlers < 0 ? -record->handlers : record->handlers) + 1;
  --caught.in_flight;
  if (record != caught.first) {
    record->next_caught = caught.first;
    caught.first = record;
  }
  return record->caught;
}

void __cxa_end_catch() {
  mover::Caught& caught = mover::caught();
  Record* record = caught.first;
  if (record == nullptr) return;
  if (record->shared == nullptr) __mover_abort("FATAL: exception not rethrown");  // pthread_exit must unwind to the end
  const bool is_rethrown = record->handlers < 0;
  record->handlers += is_rethrown ? 1 : -1;
  if (record->handlers != 0) return;
  caught.first = record->next_caught;
  if (!is_rethrown) mover::release(record);
}

std::type_info* __cxa_current_exception_type() noexcept {
  Record* record = mover::caught().first;
  if (record == nullptr || record->shared == nullptr) return nullptr;
  return const_cast<std::type_info*>(record->shared->type);
}

}  // extern "C"

}  // namespace __cxxabiv1

namespace std {

bool uncaught_exception() noexcept { return mover::caught().in_flight != 0; }
int uncaught_exceptions() noexcept { return static_cast<int>(mover::caught().in_flight); }

// ---- std::exception_ptr, which refers to the thrown object

exception_ptr current_exception() noexcept {
  Record* record = mover::caught().first;
  if (record == nullptr || record->shared == nullptr) return {};
  return exception_ptr(mover::object_of(record->shared));
}

namespace __exception_ptr {

exception_ptr::exception_ptr(void* object) noexcept : _M_exception_object(object) { _M_addref(); }

void exception_ptr::_M_addref() noexcept { mover::add_reference(&mover::thrown_of(_M_exception_object)->shared); }

void exception_ptr::_M_release() noexcept {
  mover::drop_reference(&mover::thrown_of(_M_exception_object)->shared);
  _M_exception_object = nullptr;
}

void* exception_ptr::_M_get() const noexcept { return _M_exception_object; }

const type_info* exception_ptr::__cxa_exception_type() const noexcept {
  return mover::thrown_of(_M_exception_object)->shared.type;
}

}  // namespace __exception_ptr

}  // namespace std
