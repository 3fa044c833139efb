#include "frontend/debug_info.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>

#include <algorithm>
#include <filesystem>

#include "frontend/process.h"
#include "frontend/system_files.h"
#include "ir/names.h"

namespace mover::frontend {

namespace {

namespace fs = std::filesystem;

const llvm::DIGlobalVariable* variable_info(const llvm::GlobalVariable& variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
  variable.getDebugInfo(expressions);
  return expressions.empty() ? nullptr : expressions.front()->getVariable();
}

}  // namespace

DebugInfo::DebugInfo(ir::Program& program, const std::vector<std::string>& inputs)
    : program_(program), work_directory_(fs::current_path().string()) {
  for (const auto& input : inputs) inputs_.emplace(canonical_path(input), input);
}

// --- Locations

ir::LocId DebugInfo::location(const llvm::Instruction& instruction) {
  const llvm::DILocation* place = instruction.getDebugLoc().get();
  if (place == nullptr) return 0;
  return location(place->getFile(), place->getLine(), place->getColumn());
}

ir::LocId DebugInfo::location(const llvm::Function& function) {
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  return subprogram == nullptr ? 0 : location(subprogram->getFile(), subprogram->getLine(), 0);
}

bool DebugInfo::is_of_the_system(const llvm::Function& function) {
  const ir::LocId place = location(function);
  if (place == 0) return false;
  const std::string& file = program_.files[program_.locs[place].file];
  const bool is_input = std::ranges::any_of(inputs_, [&](const auto& input) { return input.second == file; });
  return !is_input && frontend::is_of_the_system(file);
}

ir::LocId DebugInfo::location(const llvm::DIFile* file, uint32_t line, uint32_t column) {
  if (file == nullptr || line == 0) return 0;
  uint32_t id = file_id(*file);
  auto [entry, is_new] = locations_.try_emplace({id, line, column}, static_cast<ir::LocId>(program_.locs.size()));
  if (is_new) program_.locs.push_back({id, line, column});
  return entry->second;
}

uint32_t DebugInfo::file_id(const llvm::DIFile& file) {
  auto known = files_.find(&file);
  if (known != files_.end()) return known->second;
  std::string name = file_name(file);
  auto& names = program_.files;
  auto at = std::find(names.begin() + 1, names.end(), name);
  if (at == names.end()) at = names.insert(names.end(), name);
  return files_[&file] = static_cast<uint32_t>(at - names.begin());
}

// The name that the user gave to the file if it is an input. Otherwise, the path relative to the current folder if the
// file is below it, or else the whole path.
std::string DebugInfo::file_name(const llvm::DIFile& file) const {
  fs::path path = fs::path(file.getDirectory().str()) / file.getFilename().str();
  auto input = inputs_.find(canonical_path(path));
  if (input != inputs_.end()) return input->second;
  if (file.getDirectory() == work_directory_) return file.getFilename().str();
  fs::path relative = path.lexically_normal().lexically_relative(work_directory_);
  bool is_below = !relative.empty() && *relative.begin() != "..";
  return is_below ? relative.string() : path.lexically_normal().string();
}

// --- Variables

void DebugInfo::describe(const llvm::GlobalVariable& variable, ir::Global& global) {
  const llvm::DIGlobalVariable* info = variable_info(variable);
  if (info == nullptr) return;
  global.loc = location(info->getFile(), info->getLine(), 0);
  global.type = type(info->getType());
}

std::string DebugInfo::short_name(const llvm::GlobalVariable& variable) {
  const llvm::DIGlobalVariable* info = variable_info(variable);
  if (info == nullptr || info->getName().empty()) return variable.getName().str();
  const llvm::StringRef symbol = variable.getName();
  return symbol.starts_with("_Z") ? ir::variable_name(symbol.str()) : info->getName().str();
}

std::string DebugInfo::long_name(const llvm::GlobalVariable& variable) {
  const llvm::DIGlobalVariable* info = variable_info(variable);
  if (info == nullptr) return short_name(variable);
  const llvm::DIScope* scope = info->getScope();
  while (llvm::isa_and_nonnull<llvm::DILexicalBlockBase>(scope)) scope = scope->getScope();
  std::string prefix;
  if (scope != nullptr && !llvm::isa<llvm::DICompileUnit>(scope)) prefix = scope->getName().str();
  if (prefix.empty() && info->getFile() != nullptr) prefix = file_name(*info->getFile());
  return prefix + "::" + (info->getName().empty() ? variable.getName() : info->getName()).str();
}

}  // namespace mover::frontend
