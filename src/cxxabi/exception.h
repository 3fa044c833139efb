// Exceptions as the C++ ABI lays them out, and how they unwind (src/frontend/exceptions.h): the thread that throws
// keeps the exception in flight in a variable, and each function returns at once until one of them handles it.
#pragma once

#include <unwind.h>

#include <cstddef>
#include <typeinfo>

extern "C" {
#include "libc/builtins.h"
}

namespace mover {

// What all records of one thrown object share.
struct Shared {
  int references;  // of records and of std::exception_ptr
  const std::type_info* type;
  void (*destroy)(void*);
};

// An exception that is in flight or handled in one thread. Clang computes the address of a thrown pointer from the
// address of `unwind`: the object follows it.
struct alignas(16) Record {
  Shared* shared;       // null: not a C++ exception, but the end of the thread (pthread_exit)
  Record* next_caught;  // the exception that the thread caught before this one, and still handles
  int handlers;         // how many handlers are active; negative: it has been rethrown
  void* caught;         // the object, or its base class, or the thrown pointer, as the handler declares it
  const std::type_info* const* specification;  // of the function that the exception left last although it must not
  _Unwind_Exception unwind;
};

// A block of memory for an exception that a `throw` expression makes.
struct alignas(16) Thrown {
  Shared shared;
  Record record;
  std::byte object[];
};

inline Thrown* thrown_of(void* object) {
  return reinterpret_cast<Thrown*>(static_cast<std::byte*>(object) - offsetof(Thrown, object));
}
inline void* object_of(Shared* shared) { return reinterpret_cast<Thrown*>(shared)->object; }
inline Record* record_of(void* unwind) {
  return reinterpret_cast<Record*>(static_cast<std::byte*>(unwind) - offsetof(Record, unwind));
}

void add_reference(Shared* shared);
void drop_reference(Shared* shared);  // if it was the last reference, destroys the object
void release(Record* record);         // REQUIRES: the exception is neither in flight nor handled any longer

// The exceptions of a thread, as __cxa_get_globals returns them.
struct Caught {
  Record* first;
  unsigned in_flight;
};
Caught& caught();

// Begins unwinding, or calls std::terminate if no function of the stack handles the exception. The functions return.
void raise(Record* record);

// The number of the first handler that matches; 0 if none does. Sets Record::caught if one matches. (A landing pad
// calls it, too.)
struct Handler {
  const void* type;  // null: all exceptions. For an exception specification: its list, which ends with null
  long number;       // positive; negative: of an exception specification; 0: the end of the handlers
};
extern "C" int __mover_matching_handler(const Handler* handlers, _Unwind_Exception* exception);

// Whether a handler of that type handles an exception of type `thrown`. Changes `object`, the address of the exception
// or the thrown pointer, to what the handler gets.
bool catches(const std::type_info& handled, const std::type_info& thrown, void*& object);

// Whether an exception specification (a list that ends with null) allows an exception.
bool is_allowed(const std::type_info* const* specification, const std::type_info& thrown, void* object);

// Calls std::terminate, because nothing handles the exception.
extern "C" [[noreturn]] void __mover_terminate_by(_Unwind_Exception* exception);

}  // namespace mover
