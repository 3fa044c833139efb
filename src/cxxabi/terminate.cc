// std::terminate and its handler.
#include <cxxabi.h>

#include <exception>

#include "cxxabi/exception.h"

// The types that the program throws, with their names in the source. The front end fills the table.
extern "C" {
struct __mover_type_name {
  const std::type_info* type;
  const char* name;
};
extern const __mover_type_name __mover_type_names[];
__attribute__((weak)) const __mover_type_name __mover_type_names[1] = {};
}

namespace {

const char* name_of(const std::type_info& type) {
  for (const __mover_type_name* entry = __mover_type_names; entry->type != nullptr; ++entry)
    if (*entry->type == type) return entry->name;
  return type.name();
}

void append(char*& to, const char* text) {
  while (*text != '\0') *to++ = *text++;
}

[[noreturn]] void default_handler() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (type == nullptr) __mover_abort("std::terminate called without an active exception");
  const char* name = name_of(*type);
  char message[512], *end = message;
  append(end, "std::terminate called: an exception of type ");
  if (__builtin_strlen(name) < sizeof message / 2) append(end, name);
  append(end, " is not caught");
  *end = '\0';
  __mover_abort(message);
}

}  // namespace

extern "C" std::terminate_handler __mover_terminate_handler = default_handler;

namespace std {

terminate_handler get_terminate() noexcept { return __atomic_load_n(&__mover_terminate_handler, __ATOMIC_ACQUIRE); }
terminate_handler set_terminate(terminate_handler next) noexcept {
  if (next == nullptr) next = default_handler;
  return __atomic_exchange_n(&__mover_terminate_handler, next, __ATOMIC_ACQ_REL);
}

// A handler must not return, nor throw an exception.
void terminate() noexcept {
  try {
    get_terminate()();
  } catch (...) {
    default_handler();
  }
  default_handler();
}

}  // namespace std

void mover::__mover_terminate_by(_Unwind_Exception* exception) {
  abi::__cxa_begin_catch(exception);
  std::terminate();
}
