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
