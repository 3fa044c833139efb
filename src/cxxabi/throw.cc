// Throwing and rethrowing.
#include <bits/cxxabi_init_exception.h>

#include <exception>

#include "cxxabi/exception.h"

// The exception with which the thread unwinds; null if there is none. The front end reads it after each call that may
// throw, and makes it null where the exception is handled.
extern "C" __thread _Unwind_Exception* __mover_exception_in_flight;
__thread _Unwind_Exception* __mover_exception_in_flight;

namespace mover {

namespace {

constexpr _Unwind_Exception_Class kPrimary = 0x474e5543432b2b00, kDependent = 0x474e5543432b2b01;  // GNUCC++

Record* new_dependent(Shared* shared) {
  auto* record = static_cast<Record*>(__mover_malloc(sizeof(Record), alignof(Record)));
  __mover_assume(record != nullptr);  // the C++ library keeps memory in reserve for it
  *record = Record{};
  record->shared = shared;
  record->unwind.exception_class = kDependent;
  return record;
}

}  // namespace

void add_reference(Shared* shared) { __atomic_add_fetch(&shared->references, 1, __ATOMIC_ACQ_REL); }

void drop_reference(Shared* shared) {
  if (__atomic_sub_fetch(&shared->references, 1, __ATOMIC_ACQ_REL) != 0) return;
  if (shared->destroy != nullptr) shared->destroy(object_of(shared));
  __mover_free(shared);
}

void release(Record* record) {
  Shared* const shared = record->shared;
  if (record->unwind.exception_class == kDependent) __mover_free(record);
  drop_reference(shared);
}

// The stack is unwound only if some call on it handles the exception. An exception that nothing handles ends the
// program where it is thrown, before any destructor runs. (pthread_exit always unwinds.)
void raise(Record* record) {
  for (unsigned n = 0;; ++n) {
    const auto* handlers = static_cast<const Handler*>(__mover_call_site_of(n));
    if (handlers == nullptr) __mover_unsupported("unwinding of a function that is called as one of another type");
    const bool is_last = handlers == reinterpret_cast<const Handler*>(-1);
    if (is_last && record->shared != nullptr) __mover_terminate_by(&record->unwind);
    if (is_last || __mover_matching_handler(handlers, &record->unwind) != 0) break;
  }
  __mover_exception_in_flight = &record->unwind;
}

}  // namespace mover

using mover::Record;

namespace __cxxabiv1 {

extern "C" {

void* __cxa_allocate_exception(size_t size) noexcept {
  auto* thrown = static_cast<mover::Thrown*>(__mover_malloc(sizeof(mover::Thrown) + size, alignof(mover::Thrown)));
  __mover_assume(thrown != nullptr);  // the C++ library keeps memory in reserve for it
  return thrown->object;
}

void __cxa_free_exception(void* object) noexcept { __mover_free(mover::thrown_of(object)); }

__cxa_refcounted_exception* __cxa_init_primary_exception(void* object, std::type_info* type,
                                                         void (*destroy)(void*)) noexcept {
  mover::Thrown* thrown = mover::thrown_of(object);
  thrown->shared = {0, type, destroy};
  thrown->record = Record{};
  thrown->record.shared = &thrown->shared;
  thrown->record.unwind.exception_class = mover::kPrimary;
  return reinterpret_cast<__cxa_refcounted_exception*>(thrown);
}

void __cxa_throw(void* object, std::type_info* type, void (*destroy)(void*)) {
  __cxa_init_primary_exception(object, type, destroy);
  mover::Thrown* thrown = mover::thrown_of(object);
  thrown->shared.references = 1;
  ++mover::caught().in_flight;
  mover::raise(&thrown->record);
  __builtin_unreachable();
}

void __cxa_rethrow() {
  mover::Caught& caught = mover::caught();
  Record* record = caught.first;
  if (record == nullptr) std::terminate();
  ++caught.in_flight;
  if (record->shared == nullptr)
    caught.first = nullptr;
  else
    record->handlers = -record->handlers;
  mover::raise(record);
  __builtin_unreachable();
}

}  // extern "C"

}  // namespace __cxxabiv1

// The exception may be in flight in several threads at once, each with a record of its own.
void std::rethrow_exception(std::exception_ptr pointer) {
  void* object = *reinterpret_cast<void**>(&pointer);
  mover::Shared* shared = &mover::thrown_of(object)->shared;
  mover::add_reference(shared);
  Record* record = mover::new_dependent(shared);
  ++mover::caught().in_flight;
  mover::raise(record);
  __builtin_unreachable();
}
