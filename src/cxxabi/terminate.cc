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

// Appends at most `most` characters of the text's first line.
void append(char*& to, const char* text, long most) {
  for (; *text != '\0' && *text != '\n' && most > 0; --most) *to++ = *text++;
}

// What the handled exception says of itself; null if it is no std::exception.
const char* what() {
  try {
    throw;
  } catch (const std::exception& exception) {
    return exception.what();
  } catch (...) {
    return nullptr;
  }
}

[[noreturn]] void default_handler() {
  constexpr long kMost = 200;  // characters of each text
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (type == nullptr) __mover_abort("std::terminate called without an active exception");
  char message[512], *end = message;
  append(end, "std::terminate called: an exception of type ", kMost);
  append(end, name_of(*type), kMost);
  append(end, " is not caught", kMost);
  if (const char* text = what(); text != nullptr) {
    append(end, ": \"", kMost);
    append(end, text, kMost);
    append(end, "\"", kMost);
  }
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
