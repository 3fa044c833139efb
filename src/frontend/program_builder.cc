#include "frontend/program_builder.h"

#include <llvm/IR/Instructions.h>

#include <map>

#include "frontend/link.h"
#include "frontend/translate.h"

namespace mover::frontend {

ProgramBuilder::ProgramBuilder(const llvm::Module& module, const std::vector<std::string>& inputs)
    : module_(module), layouts_(module.getDataLayout()), debug_info_(program_, inputs) {}

std::variant<ir::Program, Error> ProgramBuilder::build(std::vector<std::string> warnings) {
  program_.warnings = std::move(warnings);
  program_.entry = 0;
  program_.functions.emplace_back();  // reserves the slot of the start function
  ir::Function start = start_function();
  program_.functions[program_.entry] = std::move(start);

  while (!functions_to_do_.empty() || !globals_to_do_.empty()) {
    if (!functions_to_do_.empty()) {
      auto [function, id] = functions_to_do_.back();
      functions_to_do_.pop_back();
      ir::Function translated = FunctionTranslator(*this, *function).translate();
      program_.functions[id] = std::move(translated);
    } else {
      auto [variable, id] = globals_to_do_.back();
      globals_to_do_.pop_back();
      ir::Global translated = translate_global(*variable, id);
      program_.globals[id] = std::move(translated);
    }
  }
  if (error_) return *error_;
  name_globals();
  debug_info_.note_enumerations(module_);
  program_.made = debug_info_.made();
  return std::move(program_);
}

ir::FunctionId ProgramBuilder::function_id(const llvm::Function& function) {
  auto [entry, is_new] = function_ids_.try_emplace(&function, static_cast<ir::FunctionId>(program_.functions.size()));
  if (is_new) {
    program_.functions.emplace_back();
    functions_to_do_.emplace_back(&function, entry->second);
  }
  return entry->second;
}

ir::GlobalId ProgramBuilder::global_id(const llvm::GlobalVariable& variable) {
  auto [entry, is_new] = global_ids_.try_emplace(&variable, static_cast<ir::GlobalId>(program_.globals.size()));
  if (is_new) {
    program_.globals.emplace_back();
    globals_to_do_.emplace_back(&variable, entry->second);
    // C++ programs pass on the address of __dso_handle, but never read its contents.
    if (!variable.hasInitializer() && variable.getName() != "__dso_handle") unmodelled_.insert(entry->second);
  }
  return entry->second;
}

ir::Constant ProgramBuilder::text(const std::string& text) {
  auto [entry, is_new] = texts_.try_emplace(text, static_cast<ir::GlobalId>(program_.globals.size()));
  if (is_new) {
    ir::Global global;
    global.name = "__mover_text." + std::to_string(texts_.size());
    global.size = text.size() + 1;
    global.is_constant = global.is_library = true;
    global.bytes.assign(text.begin(), text.end());
    global.bytes.push_back(0);
    program_.globals.push_back(std::move(global));
  }
  return {ir::Constant::Kind::Global, entry->second, 0};
}

uint64_t ProgramBuilder::block_number(const llvm::BasicBlock& block) {
  uint64_t number = 1;
  for (const auto& other : *block.getParent()) {
    if (&other == &block) break;
    ++number;
  }
  return number;
}

ir::Global ProgramBuilder::translate_global(const llvm::GlobalVariable& variable, ir::GlobalId id) {
  const auto& layout = layouts_.data_layout();
  ir::Global global;
  global.name = variable.getName().str();
  global.size =
      variable.getValueType()->isSized() ? layout.getTypeAllocSize(variable.getValueType()).getFixedValue() : 0;
  global.align = layout.getValueOrABITypeAlignment(variable.getAlign(), variable.getValueType()).value();
  global.is_constant = variable.isConstant();
  global.is_thread_local = variable.isThreadLocal();
  global.is_library = is_library(variable);
  debug_info_.describe(variable, global);
  if (!variable.hasInitializer()) return global;

  if (!variable.getInitializer()->isNullValue()) {
    global.bytes.assign(global.size, 0);
    write_initialiser(*variable.getInitializer(), 0, global);
  }
  return global;
}

// Gives globals their names in the source. If several globals have the same name, the global whose linker name equals
// this name keeps it. The others get their scope as a prefix, or keep their linker name if the prefixed name is
// ambiguous, too.
void ProgramBuilder::name_globals() {
  std::map<std::string, int> uses;
  for (const auto& [variable, id] : global_ids_) {
    const std::string short_name = DebugInfo::short_name(*variable), long_name = debug_info_.long_name(*variable);
    ++uses[short_name];
    if (long_name != short_name) ++uses[long_name];
  }
  for (const auto& [variable, id] : global_ids_) {
    std::string& name = program_.globals[id].name;
    std::string short_name = DebugInfo::short_name(*variable), long_name = debug_info_.long_name(*variable);
    if (uses[short_name] == 1)
      name = short_name;
    else if (name != short_name && uses[long_name] == 1)
      name = long_name;
    if (name.empty()) name = "__mover_unnamed." + std::to_string(id);
  }
}

}  // namespace mover::frontend
