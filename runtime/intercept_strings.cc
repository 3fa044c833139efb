// The functions of <string.h> that read and write the program's memory without being instrumented. Nothing else may be
// compiled in this file: references inside it to these names are not redirected (inside.cc).
#include <cstddef>

#define MOVER_EXPORT extern "C" __attribute__((visibility("default")))
#define PC __builtin_return_address(0)

extern "C" {
void* __wrap_memcpy(void*, const void*, size_t);
void* __wrap_memmove(void*, const void*, size_t);
void* __wrap_memset(void*, int, size_t);
int __wrap_memcmp(const void*, const void*, size_t);
size_t __wrap_strlen(const char*);
}

namespace mover::runtime {

void plain_access_of(const void* where, size_t size, bool write, const void* pc);

}  // namespace mover::runtime

using mover::runtime::plain_access_of;

MOVER_EXPORT void* memcpy(void* to, const void* from, size_t size) {
  plain_access_of(from, size, false, PC);
  plain_access_of(to, size, true, PC);
  return __wrap_memcpy(to, from, size);
}
MOVER_EXPORT void* memmove(void* to, const void* from, size_t size) {
  plain_access_of(from, size, false, PC);
  plain_access_of(to, size, true, PC);
  return __wrap_memmove(to, from, size);
}
MOVER_EXPORT void* memset(void* to, int value, size_t size) {
  plain_access_of(to, size, true, PC);
  return __wrap_memset(to, value, size);
}
MOVER_EXPORT int memcmp(const void* a, const void* b, size_t size) {
  plain_access_of(a, size, false, PC);
  plain_access_of(b, size, false, PC);
  return __wrap_memcmp(a, b, size);
}
MOVER_EXPORT size_t strlen(const char* text) {
  const size_t result = __wrap_strlen(text);
  plain_access_of(text, result + 1, false, PC);
  return result;
}

// Written here, for references to these names are not redirected either; the compiler must not see through them.
static size_t length(const char* text, size_t most) {
  size_t n = 0;
  while (n < most && text[n] != 0) {
    ++n;
    asm volatile("" : : : "memory");
  }
  return n;
}
static char* copy(char* to, const char* from, size_t most, const void* pc) {
  const size_t n = length(from, most), bytes = n < most ? n + 1 : n;
  plain_access_of(from, bytes, false, pc);
  plain_access_of(to, bytes, true, pc);
  __wrap_memcpy(to, from, bytes);
  return to + n;
}
static int compare(const char* a, const char* b, size_t most, const void* pc) {
  size_t n = 0;
  while (n < most && a[n] == b[n] && a[n] != 0) {
    ++n;
    asm volatile("" : : : "memory");
  }
  const size_t bytes = n < most ? n + 1 : n;
  plain_access_of(a, bytes, false, pc);
  plain_access_of(b, bytes, false, pc);
  return n == most ? 0 : static_cast<unsigned char>(a[n]) - static_cast<unsigned char>(b[n]);
}
MOVER_EXPORT char* strcpy(char* to, const char* from) { return copy(to, from, ~size_t{0}, PC), to; }
MOVER_EXPORT char* stpcpy(char* to, const char* from) { return copy(to, from, ~size_t{0}, PC); }
MOVER_EXPORT char* strncpy(char* to, const char* from, size_t size) {
  const size_t n = length(from, size);
  plain_access_of(from, n < size ? n + 1 : n, false, PC);
  plain_access_of(to, size, true, PC);
  __wrap_memcpy(to, from, n);
  __wrap_memset(to + n, 0, size - n);
  return to;
}
MOVER_EXPORT char* strcat(char* to, const char* from) {
  const size_t n = length(to, ~size_t{0});
  plain_access_of(to, n + 1, false, PC);
  copy(to + n, from, ~size_t{0}, PC);
  return to;
}
MOVER_EXPORT char* strncat(char* to, const char* from, size_t most) {
  const size_t n = length(to, ~size_t{0});
  plain_access_of(to, n + 1, false, PC);
  char* end = copy(to + n, from, most, PC);
  plain_access_of(end, 1, true, PC);
  *end = 0;
  return to;
}
MOVER_EXPORT int strcmp(const char* a, const char* b) { return compare(a, b, ~size_t{0}, PC); }
MOVER_EXPORT int strncmp(const char* a, const char* b, size_t most) { return compare(a, b, most, PC); }
MOVER_EXPORT size_t strnlen(const char* text, size_t most) {
  const size_t n = length(text, most);
  plain_access_of(text, n < most ? n + 1 : n, false, PC);
  return n;
}
