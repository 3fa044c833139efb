// The functions that the code of the run-time and the searches calls under the names memcpy, malloc, …. The linker
// redirects such references inside this library to these functions (--wrap), so that they never reach the functions
// that the run-time provides to the program.
#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>

#include "base/private_memory.h"
#include "base/real.h"
#include "channels/files.h"

using mover::runtime::private_allocate;
using mover::runtime::private_free;
using mover::runtime::private_size;

namespace {

// These functions are used until those of the C library have been looked up.
void* simple_copy(void* to, const void* from, size_t size) {
  void* result = to;
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
  return result;
}
void* simple_move(void* to, const void* from, size_t size) {
  auto* t = static_cast<uint8_t*>(to);
  auto* f = static_cast<const uint8_t*>(from);
  if (t <= f || t >= f + size) return simple_copy(to, from, size);
  while (size-- > 0) {
    t[size] = f[size];
    asm volatile("" : : : "memory");  // keeps the compiler from making this loop a call of memmove
  }
  return to;
}
void* simple_fill(void* to, int value, size_t size) {
  void* result = to;
  asm volatile("rep stosb" : "+D"(to), "+c"(size) : "a"(value) : "memory");
  return result;
}
int simple_compare(const void* a, const void* b, size_t size) {
  auto* x = static_cast<const uint8_t*>(a);
  auto* y = static_cast<const uint8_t*>(b);
  for (size_t i = 0; i < size; ++i)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}
size_t simple_length(const char* text) {
  size_t result = 0;
  while (text[result] != 0) {
    ++result;
    asm volatile("" : : : "memory");
  }
  return result;
}

struct Functions {
  void* (*copy)(void*, const void*, size_t) = simple_copy;
  void* (*move)(void*, const void*, size_t) = simple_move;
  void* (*fill)(void*, int, size_t) = simple_fill;
  int (*compare)(const void*, const void*, size_t) = simple_compare;
  size_t (*length)(const char*) = simple_length;
} functions;

}  // namespace

namespace mover::runtime {

void look_up_functions() {
  functions.copy = reinterpret_cast<decltype(functions.copy)>(mover::runtime::c_library_function("memcpy"));
  functions.move = reinterpret_cast<decltype(functions.move)>(mover::runtime::c_library_function("memmove"));
  functions.fill = reinterpret_cast<decltype(functions.fill)>(mover::runtime::c_library_function("memset"));
  functions.compare = reinterpret_cast<decltype(functions.compare)>(mover::runtime::c_library_function("memcmp"));
  functions.length = reinterpret_cast<decltype(functions.length)>(mover::runtime::c_library_function("strlen"));
}

}  // namespace mover::runtime

extern "C" {
void* __wrap_memcpy(void* to, const void* from, size_t size) { return functions.copy(to, from, size); }
void* __wrap_memmove(void* to, const void* from, size_t size) { return functions.move(to, from, size); }
void* __wrap_memset(void* to, int value, size_t size) { return functions.fill(to, value, size); }
int __wrap_memcmp(const void* a, const void* b, size_t size) { return functions.compare(a, b, size); }
size_t __wrap_strlen(const char* text) { return functions.length(text); }

int __wrap_strcmp(const char* a, const char* b) {
  while (*a == *b && *a != 0) ++a, ++b;
  return static_cast<unsigned char>(*a) - static_cast<unsigned char>(*b);
}
int __wrap_strncmp(const char* a, const char* b, size_t most) {
  while (most > 0 && *a == *b && *a != 0) ++a, ++b, --most;
  return most == 0 ? 0 : static_cast<unsigned char>(*a) - static_cast<unsigned char>(*b);
}
char* __wrap_strcpy(char* to, const char* from) {
  return static_cast<char*>(__wrap_memcpy(to, from, __wrap_strlen(from) + 1));
}

void* __wrap_memchr(const void* where, int c, size_t size) {
  for (auto* p = static_cast<const char*>(where); size-- > 0; ++p)
    if (*p == static_cast<char>(c)) return const_cast<char*>(p);
  return nullptr;
}
char* __wrap_strchr(const char* text, int c) {
  return static_cast<char*>(__wrap_memchr(text, c, __wrap_strlen(text) + 1));
}
char* __wrap_strrchr(const char* text, int c) {
  const char* found = nullptr;
  while ((text = __wrap_strchr(text, c)) != nullptr) {
    found = text;
    if (*text++ == 0) break;
  }
  return const_cast<char*>(found);
}
char* __wrap_strstr(const char* text, const char* part) {
  for (const size_t size = __wrap_strlen(part); __wrap_strncmp(text, part, size) != 0; ++text)
    if (*text == 0) return nullptr;
  return const_cast<char*>(text);
}
int __wrap_vsnprintf(char* to, size_t size, const char* format, va_list arguments) {
  return REAL(vsnprintf)(to, size, format, arguments);
}
int __wrap_snprintf(char* to, size_t size, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = __wrap_vsnprintf(to, size, format, arguments);
  va_end(arguments);
  return length;
}
int __wrap_sprintf(char* to, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = __wrap_vsnprintf(to, 0x7fffffff, format, arguments);
  va_end(arguments);
  return length;
}

void* __wrap_malloc(size_t size) { return private_allocate(size); }
void __wrap_free(void* block) { private_free(block); }
void* __wrap_calloc(size_t count, size_t size) {
  void* block = private_allocate(count * size);
  return __wrap_memset(block, 0, count * size);
}
void* __wrap_realloc(void* old, size_t size) {
  void* block = private_allocate(size);
  if (old != nullptr) {
    const size_t kept = private_size(old);
    __wrap_memcpy(block, old, kept < size ? kept : size);
    private_free(old);
  }
  return block;
}
int __wrap_clock_gettime(clockid_t clock, timespec* now) {
  return static_cast<int>(::syscall(SYS_clock_gettime, clock, now));  // see interception/time.cc
}
// Like the C library's syscall, which the program may have replaced.
long __wrap_syscall(long number, ...) {
  va_list arguments;
  va_start(arguments, number);
  long a[6];
  for (long& argument : a) argument = va_arg(arguments, long);
  va_end(arguments);
  register long r10 asm("r10") = a[3];
  register long r8 asm("r8") = a[4];
  register long r9 asm("r9") = a[5];
  long result;
  asm volatile("syscall"
               : "=a"(result)
               : "0"(number), "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  if (result >= 0 || result < -4095) return result;
  errno = static_cast<int>(-result);
  return -1;
}
void* __wrap_mmap(void* where, size_t size, int protection, int flags, int fd, long offset) {
  return reinterpret_cast<void*>(::syscall(SYS_mmap, where, size, protection, flags, fd, offset));
}
int __wrap_munmap(void* where, size_t size) { return static_cast<int>(::syscall(SYS_munmap, where, size)); }
int __wrap_mprotect(void* where, size_t size, int protection) {
  return static_cast<int>(::syscall(SYS_mprotect, where, size, protection));
}
// Prints Mover's own error messages.
int __wrap_fprintf(void*, const char* format, ...) {
  char text[2048];
  va_list arguments;
  va_start(arguments, format);
  const int size = __wrap_vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  ::syscall(SYS_write, mover::runtime::diagnostics(), text, size < static_cast<int>(sizeof text) ? size : sizeof text);
  return size;
}
int __wrap_fflush(void*) { return 0; }
ssize_t __wrap_write(int fd, const void* bytes, size_t size) { return ::syscall(SYS_write, fd, bytes, size); }
ssize_t __wrap_read(int fd, void* bytes, size_t size) { return ::syscall(SYS_read, fd, bytes, size); }
int __wrap___cxa_guard_acquire(uint64_t* guard) { return *reinterpret_cast<char*>(guard) == 0; }
void __wrap___cxa_guard_release(uint64_t* guard) { *reinterpret_cast<char*>(guard) = 1; }
void __wrap___cxa_guard_abort(uint64_t*) {}
int __wrap_pthread_once(int* once, void (*routine)()) {
  if (*once == 0) routine();
  *once = 1;
  return 0;
}
int __wrap_pthread_mutex_lock(void*) { return 0; }  // the unwinder's locks: only one kernel thread runs
int __wrap_pthread_mutex_unlock(void*) { return 0; }
void* __wrap_pthread_getspecific(unsigned) { return nullptr; }
int __wrap_pthread_setspecific(unsigned, const void*) { return 0; }
[[noreturn]] void __wrap_abort() {
  ::syscall(SYS_exit_group, 134);
  __builtin_unreachable();
}
[[noreturn]] void __wrap__exit(int status) {
  ::syscall(SYS_exit_group, status);
  __builtin_unreachable();
}
}
