// Builds the program: its functions and global variables with their numbers and initialisers. When the translation of a
// function requests the number of another function or variable, that one is queued for translation. So exactly the
// reachable functions and variables are translated.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

#include "frontend/debug_info.h"
#include "frontend/frontend.h"
#include "frontend/values.h"
#include "ir/ir.h"

namespace mover::frontend {

class ProgramBuilder {
 public:
  // `inputs`: the files as the user named them.
  ProgramBuilder(const llvm::Module& module, const std::vector<std::string>& inputs);

  // Translates main, constructors, destructors and everything that they need. REQUIRES: the module defines main.
  std::variant<ir::Program, Error> build(std::vector<std::string> warnings);

  // For the translation of functions.
  const llvm::Module& module() const { return module_; }
  Layouts& layouts() { return layouts_; }
  DebugInfo& debug_info() { return debug_info_; }
  ir::FunctionId function_id(const llvm::Function& function);
  ir::GlobalId global_id(const llvm::GlobalVariable& variable);
  // The address of a C string.
  ir::Constant text(const std::string& text);
  // The value of a scalar constant of at most 64 bits; empty if instructions must compute it at run time.
  std::optional<ir::Constant> fold(const llvm::Constant& constant);
  // Whether the variable is declared, but neither the program nor a model defines it. Its contents are unknown.
  bool is_unmodelled(ir::GlobalId global) const { return unmodelled_.contains(global); }
  // The number of a block for computed gotos; never 0.
  static uint64_t block_number(const llvm::BasicBlock& block);

 private:
  // constants.cc
  std::optional<ir::Constant> fold_expression(const llvm::ConstantExpr& expression);
  std::optional<ir::Constant> fold_binary(const llvm::ConstantExpr& expression);
  std::optional<ir::Constant> fold_function(const llvm::Function& function);
  void write_initialiser(const llvm::Constant& constant, uint64_t offset, ir::Global& global);
  void write_scalar(const llvm::Constant& constant, uint64_t offset, ir::Global& global);
  void write_sequence(const llvm::Constant& constant, uint64_t count, llvm::Type* element, uint64_t stride,
                      uint64_t offset, ir::Global& global);

  ir::Global translate_global(const llvm::GlobalVariable& variable, ir::GlobalId id);
  void name_globals();
  ir::Function start_function();

  const llvm::Module& module_;
  ir::Program program_;
  Layouts layouts_;
  DebugInfo debug_info_;
  std::unordered_map<const llvm::Function*, ir::FunctionId> function_ids_;
  std::unordered_map<const llvm::GlobalVariable*, ir::GlobalId> global_ids_;
  std::vector<std::pair<const llvm::Function*, ir::FunctionId>> functions_to_do_;
  std::vector<std::pair<const llvm::GlobalVariable*, ir::GlobalId>> globals_to_do_;
  std::map<std::string, ir::GlobalId> texts_;
  std::unordered_set<ir::GlobalId> unmodelled_;
  std::optional<Error> error_;  // set if the program cannot be translated
};

// The global variable or function to which aliases and casts refer.
const llvm::Value* resolve_alias(const llvm::Value* value);

}  // namespace mover::frontend
