// Translates bitcode to a program. This is the part of the front end that needs LLVM. Loading LLVM takes longer than
// checking a small program, and the native engine does not need it. So this part is a library of its own, which is
// loaded when it is first needed.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "frontend/compile.h"
#include "frontend/frontend.h"

namespace mover::frontend {

// `inputs`: the files as the user named them. `result`: the program, or an error.
using Translate = void(const Compiled& compiled, const std::vector<std::string>& inputs,
                       std::variant<ir::Program, Error>& result);

}  // namespace mover::frontend

extern "C" mover::frontend::Translate mover_translate;
