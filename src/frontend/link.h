// Many modules to one: the user's files, then what they need of Mover's models of the library.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "frontend/compile.h"
#include "frontend/frontend.h"

namespace mover::frontend {

// Functions and variables that came from the models bear this attribute.
inline constexpr const char* kLibraryAttribute = "mover-library";
// A function that no optimiser has seen: what it computes is what the source says.
inline constexpr const char* kAsWrittenAttribute = "mover-as-written";
// The model that runs a destructor (__attribute__((destructor))) after the handlers of atexit.
inline constexpr const char* kRegisterDestructor = "__mover_atexit_destructor";

bool is_library(const llvm::GlobalObject&);

// Reads, checks and links all files, then the models. What the report should list goes to `warnings`.
std::variant<std::unique_ptr<llvm::Module>, Error> link_program(const std::vector<CompiledFile>& files,
                                                                llvm::LLVMContext& context,
                                                                std::vector<std::string>& warnings);

}  // namespace mover::frontend
