// Clang's thread-safety analysis of sources that need not be on disk.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "frontend/frontend.h"

namespace mover::frontend {

struct ThreadSafetyWarning {
  std::string file;  // as in `replaced`; otherwise as in clang's message
  uint32_t line = 0, column = 0;
  bool about_access = false;  // a lock is missing; otherwise an annotation or the source is wrong
  std::string message;
};

// Compiles the inputs with -Wthread-safety, with the given texts as the contents of those files.
std::variant<std::vector<ThreadSafetyWarning>, Error> check_thread_safety(
    const Input& input, const std::map<std::string, std::string>& replaced);

}  // namespace mover::frontend
