#include "frontend/frontend.h"

#include <llvm/IR/LLVMContext.h>

#include "frontend/compile.h"
#include "frontend/link.h"
#include "frontend/process.h"
#include "frontend/program_builder.h"
#include "frontend/promote.h"

namespace mover::frontend {

std::variant<ir::Program, Error> load(const Input& input) {
  if (input.files.empty()) return Error{"no input files"};
  TempDir temp;
  if (!temp.ok()) return Error{"cannot create a temporary folder; set TMPDIR to one that is writable"};

  auto compiled = compile(input, temp);
  if (auto* error = std::get_if<Error>(&compiled)) return *error;
  auto& [files, warnings] = std::get<Compiled>(compiled);

  llvm::LLVMContext context;
  auto linked = link_program(files, context, warnings);
  if (auto* error = std::get_if<Error>(&linked)) return *error;
  llvm::Module& module = *std::get<std::unique_ptr<llvm::Module>>(linked);

  promote_locals(module);
  return ProgramBuilder(module, input.files).build(std::move(warnings));
}

}  // namespace mover::frontend
