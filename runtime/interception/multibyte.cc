// Conversions of multibyte characters, from <wchar.h>, <stdlib.h> and <uchar.h>. A trial conversion to memory of the
// run-time library determines how many bytes a call reads and writes. The conversion state between two calls is the
// caller's mbstate_t, or a variable of the C library that all threads share.
#include <uchar.h>

#include <climits>
#include <cstdlib>
#include <cstring>
#include <cwchar>

#include "base/real.h"
#include "memory/access.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace {

constexpr size_t kInvalid = static_cast<size_t>(-1), kIncomplete = static_cast<size_t>(-2),
                 kFromState = static_cast<size_t>(-3);

uint64_t state_of_library;  // stands for the C library's conversion state, which is used if the caller passes none

// Records that the conversion state is written.
void writes_state(const mbstate_t* state, const void* pc) {
  if (state != nullptr)
    plain_access(state, sizeof *state, true, pc);
  else
    plain_access(&state_of_library, sizeof state_of_library, true, pc);
}

mbstate_t copy_of(const mbstate_t* state) { return state == nullptr ? mbstate_t{} : *state; }

// Converts one character by convert(to, from, size, state), after recording the accesses.
template <typename To, typename Convert>
size_t to_wide(To* to, const char* from, size_t size, mbstate_t* state, const void* pc, Convert convert) {
  if (!world.controls()) return convert(to, from, size, state);
  if (from != nullptr && size != 0) {
    mbstate_t tried = copy_of(state);
    To made{};
    const size_t used = convert(&made, from, size, &tried);
    const size_t whole = std::min(size, static_cast<size_t>(MB_CUR_MAX));
    const size_t read = used == kFromState    ? 0
                        : used == kIncomplete ? size
                        : used == kInvalid    ? whole
                        : used == 0           ? 1
                                              : used;
    plain_access(from, read, false, pc);
    if (to != nullptr && used != kInvalid && used != kIncomplete) plain_access(to, sizeof *to, true, pc);
  }
  writes_state(state, pc);
  return convert(to, from, size, state);
}

template <typename From, typename Convert>
size_t from_wide(char* to, From from, mbstate_t* state, const void* pc, Convert convert) {
  if (!world.controls()) return convert(to, from, state);
  if (to != nullptr) {
    mbstate_t tried = copy_of(state);
    char made[MB_LEN_MAX];
    const size_t written = convert(made, from, &tried);
    if (written != kInvalid) plain_access(to, written, true, pc);
  }
  writes_state(state, pc);
  return convert(to, from, state);
}

// Records the accesses of the conversion of a string. `convert(to, &from, most, &state)` is the real function; without
// a target `to`, `most` is ignored.
template <typename To, typename From, typename Convert>
void convert_string(To* to, const From* from, size_t most, const mbstate_t& state, const void* pc, Convert convert) {
  size_t room = most;
  mbstate_t tried = state;
  const From* at = from;
  if (to == nullptr) {
    const size_t all = convert(nullptr, &at, 0, &tried);
    if (all == kInvalid) return plain_access(from, sizeof *from, false, pc);
    tried = state;
    at = from;
    room = all + 1;
  }
  auto* made = static_cast<To*>(private_allocate((room + MB_LEN_MAX) * sizeof(To), 16));
  const size_t count = convert(made, &at, room, &tried);
  private_free(made);
  const size_t length = at == nullptr ? 0 : static_cast<size_t>(at - from);
  if (at == nullptr) {  // the whole string has been converted, including its zero
    size_t all = 0;
    while (from[all] != 0) ++all;
    plain_access(from, (all + 1) * sizeof *from, false, pc);
  } else {
    plain_access(from, (length + (count == kInvalid)) * sizeof *from, false, pc);
  }
  if (to != nullptr && count != kInvalid) plain_access(to, (count + (at == nullptr)) * sizeof *to, true, pc);
}

template <typename To, typename From, typename Convert>
size_t restartable(To* to, const From** from, size_t most, mbstate_t* state, const void* pc, Convert convert) {
  if (!world.controls()) return convert(to, from, most, state);
  plain_access(from, sizeof *from, to != nullptr, pc);
  convert_string(to, *from, most, copy_of(state), pc, convert);
  if (to != nullptr || state == nullptr)
    writes_state(state, pc);
  else
    plain_access(state, sizeof *state, false, pc);
  return convert(to, from, most, state);
}

size_t narrowed(char* to, const wchar_t** from, size_t most, mbstate_t* state) {
  return REAL(wcsrtombs)(to, from, most, state);
}
size_t widened(wchar_t* to, const char** from, size_t most, mbstate_t* state) {
  return REAL(mbsrtowcs)(to, from, most, state);
}

}  // namespace

MOVER_EXPORT size_t mbrtowc(wchar_t* to, const char* from, size_t size, mbstate_t* state) noexcept {
  return to_wide(to, from, size, state, PC, [](auto... all) { return REAL(mbrtowc)(all...); });
}
MOVER_EXPORT size_t mbrlen(const char* from, size_t size, mbstate_t* state) noexcept {
  return to_wide(
      static_cast<wchar_t*>(nullptr), from, size, state, PC,
      [](wchar_t*, const char* text, size_t bytes, mbstate_t* kept) { return REAL(mbrlen)(text, bytes, kept); });
}
MOVER_EXPORT size_t mbrtoc16(char16_t* to, const char* from, size_t size, mbstate_t* state) noexcept {
  return to_wide(to, from, size, state, PC, [](auto... all) { return REAL(mbrtoc16)(all...); });
}
MOVER_EXPORT size_t mbrtoc32(char32_t* to, const char* from, size_t size, mbstate_t* state) noexcept {
  return to_wide(to, from, size, state, PC, [](auto... all) { return REAL(mbrtoc32)(all...); });
}
MOVER_EXPORT size_t wcrtomb(char* to, wchar_t from, mbstate_t* state) noexcept {
  return from_wide(to, from, state, PC, [](auto... all) { return REAL(wcrtomb)(all...); });
}
MOVER_EXPORT size_t __wcrtomb_chk(char* to, wchar_t from, mbstate_t* state, size_t room) noexcept {
  if (room < MB_CUR_MAX) overflows();
  return from_wide(to, from, state, PC, [](auto... all) { return REAL(wcrtomb)(all...); });
}
MOVER_EXPORT size_t c16rtomb(char* to, char16_t from, mbstate_t* state) noexcept {
  return from_wide(to, from, state, PC, [](auto... all) { return REAL(c16rtomb)(all...); });
}
MOVER_EXPORT size_t c32rtomb(char* to, char32_t from, mbstate_t* state) noexcept {
  return from_wide(to, from, state, PC, [](auto... all) { return REAL(c32rtomb)(all...); });
}

// The functions of <stdlib.h> have no parameter for the state and use the C library's.
static int stdlib_to_wide(wchar_t* to, const char* from, size_t size, const void* pc) {
  if (from == nullptr) writes_state(nullptr, pc);
  if (from != nullptr && size != 0) {
    mbstate_t tried{};
    wchar_t made = 0;
    const size_t used = REAL(mbrtowc)(&made, from, size, &tried);
    const bool is_good = used != kInvalid && used != kIncomplete;
    plain_access(from, is_good ? std::max<size_t>(used, 1) : std::min(size, static_cast<size_t>(MB_CUR_MAX)), false,
                 pc);
    writes_state(nullptr, pc);
    if (to != nullptr && is_good) plain_access(to, sizeof *to, true, pc);
  }
  return REAL(mbtowc)(to, from, size);
}
MOVER_EXPORT int mbtowc(wchar_t* to, const char* from, size_t size) noexcept {
  return stdlib_to_wide(to, from, size, PC);
}
MOVER_EXPORT int mblen(const char* from, size_t size) noexcept { return stdlib_to_wide(nullptr, from, size, PC); }
static int stdlib_from_wide(char* to, wchar_t from, const void* pc) {
  char made[MB_LEN_MAX];
  mbstate_t tried{};
  const size_t written = to == nullptr ? 0 : REAL(wcrtomb)(made, from, &tried);
  if (written != kInvalid) plain_access(to, written, true, pc);
  writes_state(nullptr, pc);
  return REAL(wctomb)(to, from);
}
MOVER_EXPORT int wctomb(char* to, wchar_t from) noexcept { return stdlib_from_wide(to, from, PC); }
MOVER_EXPORT int __wctomb_chk(char* to, wchar_t from, size_t room) noexcept {
  if (room < MB_CUR_MAX) overflows();
  return stdlib_from_wide(to, from, PC);
}

MOVER_EXPORT size_t mbsrtowcs(wchar_t* to, const char** from, size_t most, mbstate_t* state) noexcept {
  return restartable(to, from, most, state, PC, widened);
}
MOVER_EXPORT size_t wcsrtombs(char* to, const wchar_t** from, size_t most, mbstate_t* state) noexcept {
  return restartable(to, from, most, state, PC, narrowed);
}
MOVER_EXPORT size_t __mbsrtowcs_chk(wchar_t* to, const char** from, size_t most, mbstate_t* state,
                                    size_t room) noexcept {
  if (most > room) overflows();
  return restartable(to, from, most, state, PC, widened);
}
MOVER_EXPORT size_t __wcsrtombs_chk(char* to, const wchar_t** from, size_t most, mbstate_t* state,
                                    size_t room) noexcept {
  if (most > room) overflows();
  return restartable(to, from, most, state, PC, narrowed);
}
MOVER_EXPORT size_t mbsnrtowcs(wchar_t* to, const char** from, size_t size, size_t most, mbstate_t* state) noexcept {
  return restartable(to, from, most, state, PC,
                     [size](wchar_t* target, const char** text, size_t count, mbstate_t* kept) {
                       return REAL(mbsnrtowcs)(target, text, size, count, kept);
                     });
}
MOVER_EXPORT size_t wcsnrtombs(char* to, const wchar_t** from, size_t size, size_t most, mbstate_t* state) noexcept {
  return restartable(to, from, most, state, PC,
                     [size](char* target, const wchar_t** text, size_t count, mbstate_t* kept) {
                       return REAL(wcsnrtombs)(target, text, size, count, kept);
                     });
}
static size_t widen_all(wchar_t* to, const char* from, size_t most, const void* pc) {
  if (world.controls()) convert_string(to, from, most, mbstate_t{}, pc, widened);
  return REAL(mbstowcs)(to, from, most);
}
static size_t narrow_all(char* to, const wchar_t* from, size_t most, const void* pc) {
  if (world.controls()) convert_string(to, from, most, mbstate_t{}, pc, narrowed);
  return REAL(wcstombs)(to, from, most);
}
MOVER_EXPORT size_t mbstowcs(wchar_t* to, const char* from, size_t most) noexcept {
  return widen_all(to, from, most, PC);
}
MOVER_EXPORT size_t wcstombs(char* to, const wchar_t* from, size_t most) noexcept {
  return narrow_all(to, from, most, PC);
}
MOVER_EXPORT size_t __mbstowcs_chk(wchar_t* to, const char* from, size_t most, size_t room) noexcept {
  if (most > room) overflows();
  return widen_all(to, from, most, PC);
}
MOVER_EXPORT size_t __wcstombs_chk(char* to, const wchar_t* from, size_t most, size_t room) noexcept {
  if (most > room) overflows();
  return narrow_all(to, from, most, PC);
}
