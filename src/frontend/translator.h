// From bitcode to a program: the part of the front end that needs LLVM. To load LLVM takes longer than to check a small
// program, and the native engine does without it: this part is a library of its own, loaded when it is called for.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "frontend/compile.h"
#include "frontend/frontend.h"

namespace mover::frontend {

// `inputs`: the files as the user named them. `result`: what the function has to say.
using Translate = void(const Compiled& compiled, const std::vector<std::string>& inputs,
                       std::variant<ir::Program, Error>& result);

}  // namespace mover::frontend

extern "C" mover::frontend::Translate mover_translate;
