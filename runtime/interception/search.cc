// <search.h>, <regex.h> and <getopt.h>: records the C library's accesses to the program's tables, lists, patterns and
// options.
#include <getopt.h>
#include <regex.h>
#include <search.h>

#include <cstdlib>
#include <cstring>

#include "base/real.h"
#include "libraries/imports.h"
#include "memory/access.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace {

using Compare = int (*)(const void*, const void*);

size_t number_at(const size_t* count, const void* pc) {
  plain_access(count, sizeof *count, false, pc);
  return *count;
}

// The program's comparison function reads the elements. `*count` is read again after each call of this function, which
// may change `*count` or free its memory.
void* find(const void* key, const void* base, const size_t* count, size_t size, Compare compare, const void* pc) {
  if (world.controls()) compare = reinterpret_cast<Compare>(called_for_program(reinterpret_cast<void*>(compare), pc));
  const auto* element = static_cast<const char*>(base);
  size_t i = 0;
  for (; i < number_at(count, pc) && compare(key, element) != 0; ++i) element += size;
  return i < number_at(count, pc) ? const_cast<char*>(element) : nullptr;
}

template <typename T>
void set(T** where, T* value, const void* pc) {
  plain_access(where, sizeof *where, true, pc);
  *where = value;
}
template <typename T>
T* get(T** where, const void* pc) {
  plain_access(where, sizeof *where, false, pc);
  return *where;
}
struct Link {
  Link *next, *previous;
};

}  // namespace

MOVER_EXPORT void* lfind(const void* key, const void* base, size_t* count, size_t size, Compare compare) {
  return find(key, base, count, size, compare, PC);
}
MOVER_EXPORT void* lsearch(const void* key, void* base, size_t* count, size_t size, Compare compare) {
  const void* pc = PC;
  if (void* found = find(key, base, count, size, compare, pc)) return found;
  void* end = static_cast<char*>(base) + *count * size;
  copy_memory(end, key, size, pc);
  plain_access(count, sizeof *count, true, pc);
  ++*count;
  return end;
}

// A tree operation is recorded as a write to the root pointer instead of accesses to nodes. It is recorded again after
// the operation, because the comparison function may have freed the memory that contains the root pointer.
template <typename F>
static void* with_root(const void* root, Compare compare, const void* pc, F f) {
  if (root == nullptr || !world.controls()) return f(compare);
  plain_access(root, sizeof(void*), true, pc);
  void* result = f(reinterpret_cast<Compare>(called_for_program(reinterpret_cast<void*>(compare), pc)));
  plain_access(root, sizeof(void*), true, pc);
  return result;
}
MOVER_EXPORT void* tsearch(const void* key, void** root, Compare compare) {
  return with_root(root, compare, PC, [&](Compare called) { return REAL(tsearch)(key, root, called); });
}
MOVER_EXPORT void* tdelete(const void* key, void** root, Compare compare) {
  return with_root(root, compare, PC, [&](Compare called) { return REAL(tdelete)(key, root, called); });
}

MOVER_EXPORT void insque(void* element, void* before) noexcept {
  auto *made = static_cast<Link*>(element), *previous = static_cast<Link*>(before);
  Link* next = previous == nullptr ? nullptr : get(&previous->next, PC);
  set(&made->next, next, PC);
  set(&made->previous, previous, PC);
  if (previous != nullptr) set(&previous->next, made, PC);
  if (next != nullptr) set(&next->previous, made, PC);
}
MOVER_EXPORT void remque(void* element) noexcept {
  auto* removed = static_cast<Link*>(element);
  Link *next = get(&removed->next, PC), *previous = get(&removed->previous, PC);
  if (next != nullptr) set(&next->previous, previous, PC);
  if (previous != nullptr) set(&previous->next, next, PC);
}

MOVER_EXPORT int regexec(const regex_t* pattern, const char* text, size_t count, regmatch_t* matches, int flags) {
  if (!world.controls()) return REAL(regexec)(pattern, text, count, matches, flags);
  plain_access(pattern, sizeof *pattern, false, PC);
  if ((flags & REG_STARTEND) != 0) {
    plain_access(matches, sizeof *matches, false, PC);
    // The character before the range is read, too: it determines whether a word or a line begins at the range.
    const int begin = matches->rm_so > 0 ? matches->rm_so - 1 : 0;
    plain_access(text + begin, static_cast<size_t>(matches->rm_eo - begin), false, PC);
  } else {
    reads_string(text, PC);
  }
  if (matches != nullptr && pattern->no_sub == 0) plain_access(matches, count * sizeof *matches, true, PC);
  return REAL(regexec)(pattern, text, count, matches, flags);
}

// Options. getopt may permute the pointers to the arguments, and reads the arguments up to the next option.
static void reads_options(int count, char* const* arguments, const char* options, const void* pc) {
  if (!world.controls()) return;
  for (int* global : {&optind, &opterr}) plain_access(global, sizeof *global, false, pc);
  for (int* global : {&optind, &optopt}) plain_access(global, sizeof *global, true, pc);
  plain_access(&optarg, sizeof optarg, true, pc);
  plain_access(arguments, static_cast<size_t>(count) * sizeof *arguments,
               optind < count && REAL(getenv)("POSIXLY_CORRECT") == nullptr, pc);
  reads_string(options, pc);
  const int first = optind < 1 ? 1 : optind;
  for (int i = first; i < count; ++i) {
    reads_string(arguments[i], pc);
    if (arguments[i][0] == '-') break;
  }
}
MOVER_EXPORT int getopt(int count, char* const* arguments, const char* options) noexcept {
  reads_options(count, arguments, options, PC);
  return REAL(getopt)(count, arguments, options);
}
static void reads_long_options(const option* options, const void* pc) {
  if (!world.controls()) return;
  for (;; ++options) {
    plain_access(options, sizeof *options, false, pc);
    if (options->name == nullptr) return;
    reads_string(options->name, pc);
  }
}
#define LONG_OPTIONS(name)                                                                           \
  MOVER_EXPORT int name(int count, char* const* arguments, const char* options, const option* longs, \
                        int* index) noexcept {                                                       \
    reads_options(count, arguments, options, PC);                                                    \
    if (longs != nullptr) reads_long_options(longs, PC);                                             \
    int found = -1;                                                                                  \
    const int result = REAL(name)(count, arguments, options, longs, &found);                         \
    if (index != nullptr && found >= 0) {                                                            \
      plain_access(index, sizeof *index, true, PC);                                                  \
      *index = found;                                                                                \
    }                                                                                                \
    return result;                                                                                   \
  }
LONG_OPTIONS(getopt_long)
LONG_OPTIONS(getopt_long_only)

MOVER_EXPORT int getsubopt(char** text, char* const* tokens, char** value) noexcept {
  if (!world.controls()) return REAL(getsubopt)(text, tokens, value);
  plain_access(text, sizeof *text, true, PC);
  if (**text == 0) return plain_access(*text, 1, false, PC), REAL(getsubopt)(text, tokens, value);
  const size_t length = std::strcspn(*text, ",");
  plain_access(*text, length + 1, false, PC);
  if ((*text)[length] == ',') plain_access(*text + length, 1, true, PC);
  for (char* const* token = tokens;; ++token) {
    plain_access(token, sizeof *token, false, PC);
    if (*token == nullptr) break;
    reads_string(*token, PC);
  }
  plain_access(value, sizeof *value, true, PC);
  return REAL(getsubopt)(text, tokens, value);
}
