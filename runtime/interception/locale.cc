// setlocale. C does not synchronise it with other calls of the C library, so concurrent calls race. The functions whose
// behaviour depends on the locale are many, and their reads of it are not recorded.
#include <clocale>
#include <cstring>
#include <string>

#include "base/real.h"
#include "memory/access.h"
#include "native/protocol.h"
#include "scheduling/process_state.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

static char* set_locale(int category, const char* name, const void* pc) {
  if (name != nullptr) reads_text(name, std::strlen(name) + 1, pc);
  plain_access(&process_state.locale, sizeof process_state.locale, name != nullptr, pc);
  const char* now = REAL(setlocale)(category, nullptr);
  const std::string before = now == nullptr ? "" : now;
  char* after = REAL(setlocale)(category, name);
  if (after != nullptr && before != after && !world.alone())
    world.not_covered("the program changes its locale while there are other threads, at " +
                      native::loc_mark(location(pc)) +
                      "; functions whose behaviour depends on the locale are not interleaved with this change");
  return after;
}
MOVER_EXPORT char* setlocale(int category, const char* name) noexcept {
  return world.controls() ? set_locale(category, name, PC) : REAL(setlocale)(category, name);
}
