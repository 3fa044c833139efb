// Runs Clang's thread-safety analysis on modified sources, without writing them to their files.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "frontend/frontend.h"

namespace mover::frontend {

struct ThreadSafetyWarning {
  std::string file;  // the name in `replaced` if there is one; otherwise the name in Clang's message
  uint32_t line = 0, column = 0;
  bool about_access = false;  // a lock is missing; otherwise an annotation or the source is wrong
  std::string message;
};

// Compiles the inputs with -Wthread-safety. `replaced`: file names with the texts that Clang reads instead of the
// files.
std::variant<std::vector<ThreadSafetyWarning>, Error> check_thread_safety(
    const Input& input, const std::map<std::string, std::string>& replaced);

}  // namespace mover::frontend
