#include "frontend/translator.h"

#include <llvm/IR/LLVMContext.h>

#include "bitcode/argument_temporaries.h"
#include "bitcode/atomic_increment.h"
#include "bitcode/compound_literals.h"
#include "frontend/clock_use.h"
#include "frontend/coroutines.h"
#include "frontend/exceptions.h"
#include "frontend/library_atomics.h"
#include "frontend/link.h"
#include "frontend/program_builder.h"
#include "frontend/promote.h"
#include "frontend/static_locals.h"

namespace mover::frontend {

namespace {

std::variant<ir::Program, Error> translate(Compiled compiled, const std::vector<std::string>& inputs) {
  llvm::LLVMContext context;
  auto linked = link_program(compiled.files, context, compiled.warnings);
  if (auto* error = std::get_if<Error>(&linked)) return *error;
  llvm::Module& module = *std::get<std::unique_ptr<llvm::Module>>(linked);
  for (llvm::Function& function : module) {
    bitcode::repair_atomic_increments(function);
    bitcode::mark_compound_literals(function);
    bitcode::mark_argument_temporaries(function);
  }
  correct_library_atomics(module);
  drop_tests_of_guards(module);
  split_coroutines(module);
  lower_exceptions(module);
  promote_locals(module);
  set_clock_is_read(module);
  return ProgramBuilder(module, inputs).build(std::move(compiled.warnings));
}

}  // namespace

}  // namespace mover::frontend

void mover_translate(const mover::frontend::Compiled& compiled, const std::vector<std::string>& inputs,
                     std::variant<mover::ir::Program, mover::frontend::Error>& result) {
  result = mover::frontend::translate(compiled, inputs);
}
