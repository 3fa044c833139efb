// Functions whose result lies in a static buffer of the C library. Concurrent calls of such a function race on the
// buffer, and so do a call and another thread's read of an earlier result.
#include <ctime>

#include "base/real.h"
#include "memory/access.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace {

// Records that call() writes to its static buffer. The buffer's address is known after the first call of any execution.
template <typename T, typename Call>
T* in_static_buffer(T*& buffer, size_t size, Call call, const void* pc) {
  if (buffer != nullptr) plain_access(buffer, size, true, pc);
  T* const result = call();
  if (buffer != nullptr || result == nullptr) return result;
  buffer = result;
  plain_access(buffer, size, true, pc);
  return result;
}

tm* fields = nullptr;
char* text = nullptr;
constexpr size_t kTextSize = 26;

}  // namespace

MOVER_EXPORT tm* localtime(const time_t* time) {
  plain_access(time, sizeof *time, false, PC);
  return in_static_buffer(fields, sizeof *fields, [&] { return REAL(localtime)(time); }, PC);
}
MOVER_EXPORT tm* gmtime(const time_t* time) {
  plain_access(time, sizeof *time, false, PC);
  return in_static_buffer(fields, sizeof *fields, [&] { return REAL(gmtime)(time); }, PC);
}
MOVER_EXPORT char* asctime(const tm* from) {
  plain_access(from, sizeof *from, false, PC);
  return in_static_buffer(text, kTextSize, [&] { return REAL(asctime)(from); }, PC);
}
MOVER_EXPORT char* ctime(const time_t* time) {
  plain_access(time, sizeof *time, false, PC);
  if (fields != nullptr) plain_access(fields, sizeof *fields, true, PC);
  return in_static_buffer(text, kTextSize, [&] { return REAL(ctime)(time); }, PC);
}
