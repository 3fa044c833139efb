#include "support/check.h"

#include <unistd.h>

#include <cstdio>

#include "support/exit_codes.h"

namespace mover::support {

namespace {

// The path from src/ or tests/ on, which is the same on every machine.
std::string_view without_build_path(std::string_view file) {
  for (std::string_view root : {"/src/", "/tests/"}) {
    if (size_t at = file.rfind(root); at != std::string_view::npos) return file.substr(at + 1);
  }
  return file;
}

}  // namespace

void check_failed(const char* file, int line, const char* condition, std::string_view what) {
  std::string_view where = without_build_path(file);
  std::fflush(stdout);
  std::fprintf(
      stderr,
      "mover: internal error at %.*s:%d: this should have held: %.*s\n"
      "  but this is false: %s\n"
      "  This is a bug in Mover, not in the program being checked. Please report it with the input that led here.\n",
      static_cast<int>(where.size()), where.data(), line, static_cast<int>(what.size()), what.data(), condition);
  std::fflush(stderr);
  ::_exit(kExitInternalError);
}

}  // namespace mover::support
