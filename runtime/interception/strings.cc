// The functions of <string.h>, which record their accesses to the program's memory. This file must contain nothing
// else, because the linker does not redirect references to these names inside it (libraries/inside.cc).
#include <sys/types.h>

#include <cstddef>

#include "base/per_process.h"
#include "base/wrapped.h"

#define MOVER_EXPORT extern "C" __attribute__((visibility("default")))
#define PC __builtin_return_address(0)

namespace mover::runtime {

void plain_access_of(const void* where, size_t size, bool write, const void* pc);
void compares(const void* a, const void* b, size_t size, const void* pc);
void depends_on(const void* where, size_t size, const void* pc);                  // reports uninitialised bytes
void compares_memory(const void* a, const void* b, size_t size, const void* pc);  // memory/reuse.h
void must_not_overlap(const void* to, const void* from, size_t size, const void* pc);
void must_be_apart(const void* to, size_t written, const void* from, size_t read, const void* pc);
void copy_for_program(void* to, const void* from, size_t size, const void* pc);
void fill_for_program(void* to, int value, size_t size, const void* pc);
void* allocate_for_program(size_t size, const void* pc);
char* real_dirname(char* path);
char* real_basename(char* path);
void set_undoably(char** where, char* value);  // `where` is in the program's or the run-time library's memory
extern char* place_of_strtok;
size_t fits(size_t size, size_t room);  // memory/access.h

}  // namespace mover::runtime

using mover::runtime::compares;
using mover::runtime::compares_memory;
using mover::runtime::copy_for_program;
using mover::runtime::depends_on;
using mover::runtime::fill_for_program;
using mover::runtime::fits;
using mover::runtime::must_be_apart;
using mover::runtime::must_not_overlap;
using mover::runtime::plain_access_of;

MOVER_EXPORT void* memcpy(void* to, const void* from, size_t size) {
  must_not_overlap(to, from, size, PC);
  copy_for_program(to, from, size, PC);
  return to;
}
MOVER_EXPORT void* memmove(void* to, const void* from, size_t size) {
  copy_for_program(to, from, size, PC);
  return to;
}
MOVER_EXPORT void* memset(void* to, int value, size_t size) {
  fill_for_program(to, value, size, PC);
  return to;
}
MOVER_EXPORT int memcmp(const void* a, const void* b, size_t size) {
  compares(a, b, size, PC);
  compares_memory(a, b, size, PC);
  return __wrap_memcmp(a, b, size);
}
MOVER_EXPORT size_t strlen(const char* text) {
  const size_t result = __wrap_strlen(text);
  plain_access_of(text, result + 1, false, PC);
  return result;
}

// This file must not call strnlen, because the call would reach the function below instead of the C library's. The asm
// statement keeps the compiler from replacing the loop by such a call.
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
  must_be_apart(to, bytes, from, bytes, pc);
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
  must_be_apart(to, size, from, n < size ? n + 1 : n, PC);
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
  must_be_apart(end, 1, from, static_cast<size_t>(end - to) - n, PC);
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

// Searches. The text is read up to and including the byte that ends the search.
static const char* find(const char* text, size_t size, bool (*ends)(char, const char*, size_t), const char* among,
                        size_t count, bool stops_at_zero, const void* pc) {
  size_t n = 0;
  for (; n < size; ++n) {
    asm volatile("" : : : "memory");
    if (ends(text[n], among, count) || (stops_at_zero && text[n] == 0)) break;
  }
  plain_access_of(text, n < size ? n + 1 : n, false, pc);
  return n < size && ends(text[n], among, count) ? text + n : nullptr;
}
static bool is_among(char c, const char* among, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (among[i] == c) return true;
  return false;
}
static bool is_not_among(char c, const char* among, size_t count) { return !is_among(c, among, count); }
static constexpr size_t kAny = ~size_t{0};

MOVER_EXPORT void* memchr(const void* where, int c, size_t size) {
  const char wanted = static_cast<char>(c);
  return const_cast<char*>(find(static_cast<const char*>(where), size, is_among, &wanted, 1, false, PC));
}
MOVER_EXPORT char* strchr(const char* text, int c) {
  const char wanted = static_cast<char>(c);
  return const_cast<char*>(find(text, kAny, is_among, &wanted, 1, true, PC));
}
MOVER_EXPORT char* strrchr(const char* text, int c) {
  const size_t n = length(text, kAny);
  plain_access_of(text, n + 1, false, PC);
  for (size_t i = n + 1; i-- > 0;)
    if (text[i] == static_cast<char>(c)) return const_cast<char*>(text + i);
  return nullptr;
}
MOVER_EXPORT char* strstr(const char* text, const char* part) {
  const size_t n = length(text, kAny), size = length(part, kAny);
  plain_access_of(text, n + 1, false, PC);
  plain_access_of(part, size + 1, false, PC);
  for (size_t i = 0; i + size <= n; ++i)
    if (__wrap_memcmp(text + i, part, size) == 0) return const_cast<char*>(text + i);
  return nullptr;
}
static size_t span(const char* text, const char* among, bool (*ends)(char, const char*, size_t), const void* pc) {
  const size_t count = length(among, kAny);
  plain_access_of(among, count + 1, false, pc);
  const char* end = find(text, kAny, ends, among, count, true, pc);
  return end != nullptr ? static_cast<size_t>(end - text) : length(text, kAny);
}
MOVER_EXPORT size_t strspn(const char* text, const char* among) { return span(text, among, is_not_among, PC); }
MOVER_EXPORT size_t strcspn(const char* text, const char* among) { return span(text, among, is_among, PC); }
MOVER_EXPORT char* strpbrk(const char* text, const char* among) {
  const size_t n = span(text, among, is_among, PC);
  return text[n] == 0 ? nullptr : const_cast<char*>(text + n);
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
static int compare_lower(const char* a, const char* b, size_t most, const void* pc) {
  size_t n = 0;
  while (n < most && lower(a[n]) == lower(b[n]) && a[n] != 0) {
    ++n;
    asm volatile("" : : : "memory");
  }
  const size_t bytes = n < most ? n + 1 : n;
  plain_access_of(a, bytes, false, pc);
  plain_access_of(b, bytes, false, pc);
  return n == most ? 0 : static_cast<unsigned char>(lower(a[n])) - static_cast<unsigned char>(lower(b[n]));
}
MOVER_EXPORT int strcasecmp(const char* a, const char* b) { return compare_lower(a, b, kAny, PC); }
MOVER_EXPORT int strncasecmp(const char* a, const char* b, size_t most) { return compare_lower(a, b, most, PC); }

MOVER_EXPORT void* mempcpy(void* to, const void* from, size_t size) {
  must_not_overlap(to, from, size, PC);
  copy_for_program(to, from, size, PC);
  return static_cast<char*>(to) + size;
}
MOVER_EXPORT void bzero(void* to, size_t size) {
  plain_access_of(to, size, true, PC);
  __wrap_memset(to, 0, size);
}
MOVER_EXPORT int bcmp(const void* a, const void* b, size_t size) {
  compares(a, b, size, PC);
  return __wrap_memcmp(a, b, size);
}
static char* duplicate(const char* text, size_t most, const void* pc) {
  const size_t n = length(text, most);
  auto* copied = static_cast<char*>(mover::runtime::allocate_for_program(n + 1, pc));
  if (copied == nullptr) return nullptr;
  plain_access_of(text, n < most ? n + 1 : n, false, pc);
  __wrap_memcpy(copied, text, n);
  copied[n] = 0;
  return copied;
}
MOVER_EXPORT char* strdup(const char* text) { return duplicate(text, kAny, PC); }
MOVER_EXPORT char* __strdup(const char* text) { return duplicate(text, kAny, PC); }
MOVER_EXPORT char* strndup(const char* text, size_t most) { return duplicate(text, most, PC); }

// Between two calls, `*place` is the beginning of the rest of the text. For strtok, all threads share this variable.
static char* next_word(char* text, const char* between, char** place, const void* pc) {
  if (text == nullptr) {
    plain_access_of(place, sizeof *place, false, pc);
    text = *place;
  }
  if (text == nullptr) return nullptr;
  text += span(text, between, is_not_among, pc);
  char* end = text + span(text, between, is_among, pc);
  char* rest = end;
  if (*end != 0) {
    plain_access_of(end, 1, true, pc);
    *end = 0;
    rest = end + 1;
  }
  plain_access_of(place, sizeof *place, true, pc);
  mover::runtime::set_undoably(place, rest);
  return end == text ? nullptr : text;
}
MOVER_PER_PROCESS char* mover::runtime::place_of_strtok;
MOVER_EXPORT char* strtok(char* text, const char* between) {
  return next_word(text, between, &mover::runtime::place_of_strtok, PC);
}
MOVER_EXPORT char* strtok_r(char* text, const char* between, char** place) {
  return next_word(text, between, place, PC);
}
MOVER_EXPORT char* __strtok_r(char* text, const char* between, char** place) {
  return next_word(text, between, place, PC);
}

static char* separate(char** place, const char* between, const void* pc) {
  depends_on(place, sizeof *place, pc);
  plain_access_of(place, sizeof *place, true, pc);
  char* text = *place;
  if (text == nullptr) return nullptr;
  char* end = text + span(text, between, is_among, pc);
  const bool is_last = *end == 0;
  if (!is_last) {
    plain_access_of(end, 1, true, pc);
    *end = 0;
  }
  mover::runtime::set_undoably(place, is_last ? nullptr : end + 1);
  return text;
}
MOVER_EXPORT char* strsep(char** place, const char* between) { return separate(place, between, PC); }
MOVER_EXPORT char* __strsep(char** place, const char* between) { return separate(place, between, PC); }

// Copies up to and including the first byte `last`, or all bytes if there is none.
MOVER_EXPORT void* memccpy(void* to, const void* from, int last, size_t size) {
  const auto* bytes = static_cast<const unsigned char*>(from);
  size_t length = 0;
  while (length < size && bytes[length] != static_cast<unsigned char>(last)) ++length;
  const bool is_found = length < size;
  length += is_found;
  must_be_apart(to, length, from, length, PC);
  copy_for_program(to, from, length, PC);
  return is_found ? static_cast<char*>(to) + length : nullptr;
}
MOVER_EXPORT char* stpncpy(char* to, const char* from, size_t size) {
  size_t length = 0;
  while (length < size && from[length] != 0) ++length;
  must_be_apart(to, size, from, length + (length < size), PC);
  plain_access_of(from, length + (length < size), false, PC);
  plain_access_of(to, size, true, PC);
  __wrap_memcpy(to, from, length);
  __wrap_memset(to + length, 0, size - length);
  return to + length;
}

// The variants of _FORTIFY_SOURCE. `room` is the size of the target, as far as the compiler knows it.
MOVER_EXPORT void* __memcpy_chk(void* to, const void* from, size_t size, size_t room) {
  fits(size, room);
  must_not_overlap(to, from, size, PC);
  copy_for_program(to, from, size, PC);
  return to;
}
MOVER_EXPORT void* __memmove_chk(void* to, const void* from, size_t size, size_t room) {
  fits(size, room);
  copy_for_program(to, from, size, PC);
  return to;
}
MOVER_EXPORT void* __memset_chk(void* to, int value, size_t size, size_t room) {
  fits(size, room);
  plain_access_of(to, size, true, PC);
  return __wrap_memset(to, value, size);
}
MOVER_EXPORT char* __strcpy_chk(char* to, const char* from, size_t room) {
  fits(length(from, kAny) + 1, room);
  return copy(to, from, kAny, PC), to;
}
MOVER_EXPORT char* __strncpy_chk(char* to, const char* from, size_t size, size_t room) {
  return strncpy(to, from, fits(size, room));
}
MOVER_EXPORT char* __strcat_chk(char* to, const char* from, size_t room) {
  fits(length(to, kAny) + length(from, kAny) + 1, room);
  return strcat(to, from);
}
MOVER_EXPORT char* __strncat_chk(char* to, const char* from, size_t most, size_t room) {
  fits(length(to, kAny) + length(from, most) + 1, room);
  return strncat(to, from, most);
}
MOVER_EXPORT char* __stpcpy_chk(char* to, const char* from, size_t room) {
  fits(length(from, kAny) + 1, room);
  return copy(to, from, kAny, PC);
}
MOVER_EXPORT char* __stpncpy_chk(char* to, const char* from, size_t size, size_t room) {
  return stpncpy(to, from, fits(size, room));
}

// Swaps the bytes of each pair; an odd byte at the end is not copied.
MOVER_EXPORT void swab(const void* from, void* to, ssize_t size) {
  const size_t bytes = size <= 0 ? 0 : static_cast<size_t>(size) & ~size_t{1};
  plain_access_of(from, bytes, false, PC);
  plain_access_of(to, bytes, true, PC);
  const auto* source = static_cast<const char*>(from);
  auto* target = static_cast<char*>(to);
  for (size_t i = 0; i < bytes; i += 2) {
    const char first = source[i], second = source[i + 1];
    target[i] = second;
    target[i + 1] = first;
  }
}

// Calls `cut`, which may overwrite separators in the path. A trial on a copy of the path determines the written bytes.
static char* cut_path(char* path, char* (*cut)(char*), const void* pc) {
  if (path == nullptr) return cut(path);
  const size_t size = length(path, kAny) + 1;
  plain_access_of(path, size, false, pc);
  auto* copied = static_cast<char*>(__builtin_alloca(size));
  __wrap_memcpy(copied, path, size);
  cut(copied);
  for (size_t i = 0; i < size; ++i)
    if (copied[i] != path[i]) plain_access_of(path + i, 1, true, pc);
  return cut(path);
}
MOVER_EXPORT char* dirname(char* path) { return cut_path(path, mover::runtime::real_dirname, PC); }
MOVER_EXPORT char* __xpg_basename(char* path) { return cut_path(path, mover::runtime::real_basename, PC); }
