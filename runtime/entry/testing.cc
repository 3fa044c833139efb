// Functions for the test of footprints (tests/native/footprints). They return the accesses that the run-time has
// recorded.
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "base/real.h"
#include "memory/access.h"

using namespace mover;
using namespace mover::runtime;

MOVER_EXPORT void __mover_test_forget(const void* where, size_t size) {
  if (world.controls()) shadow.clear(reinterpret_cast<uint64_t>(where), size);
}

// Sets kinds[i] for each byte: 0: not accessed, 1: read, 2: written.
MOVER_EXPORT void __mover_test_accesses(const void* where, size_t size, unsigned char* kinds) {
  std::memset(kinds, 0, size);
  if (!world.controls()) return;
  const auto begin = reinterpret_cast<uint64_t>(where);
  shadow.for_each(begin, size, [&](const Recorded& access, uint64_t word) {
    for (uint64_t i = 0; i < 8; ++i) {
      if ((access.bytes >> i & 1) == 0 || word + i - begin >= size) continue;
      unsigned char& kind = kinds[word + i - begin];
      if (kind < (access.write ? 2 : 1)) kind = access.write ? 2 : 1;
    }
  });
}

// Appends the text to the file that $MOVER_TEST_LOG names, because the run-time discards the program's own output.
MOVER_EXPORT void __mover_test_log(const char* text) {
  const char* path = REAL(getenv)("MOVER_TEST_LOG");
  if (path == nullptr) return;
  const int file = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
  if (file < 0) return;
  [[maybe_unused]] const ssize_t written = write(file, text, std::strlen(text));
  REAL(close)(file);
}
