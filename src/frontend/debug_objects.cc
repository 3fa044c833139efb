// The part of DebugInfo that determines the types of objects: locals by their declaration, allocated memory by the
// variable that its address is assigned to.
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>

#include "bitcode/source_names.h"
#include "frontend/debug_info.h"

namespace mover::frontend {

namespace {

const llvm::DILocation* declared_at(const llvm::AllocaInst& local) {
  auto* value = const_cast<llvm::AllocaInst*>(&local);
  for (const auto* record : llvm::findDVRDeclares(value)) return record->getDebugLoc();
  for (const auto* intrinsic : llvm::findDbgDeclares(value)) return intrinsic->getDebugLoc();
  return nullptr;
}

}  // namespace

// The location has a column, so that variables that are declared on one line have different locations.
ir::LocId DebugInfo::declaration(const llvm::AllocaInst& local) {
  const llvm::DILocalVariable* variable = bitcode::variable_at(local);
  if (variable == nullptr) return 0;
  const llvm::DILocation* declared = declared_at(local);
  const bool same_line = declared != nullptr && declared->getLine() == variable->getLine();
  return location(variable->getFile(), variable->getLine(), same_line ? declared->getColumn() : 0);
}

void DebugInfo::note_made(ir::LocId place, ir::TypeId type, llvm::StringRef name, std::string function) {
  if (place == 0) return;
  std::vector<ir::Made>& here = made_[place];
  ir::Made made{place, type, name.str(), std::move(function)};
  if (std::find(here.begin(), here.end(), made) == here.end()) here.push_back(std::move(made));
}

void DebugInfo::note_made(ir::LocId place, const llvm::AllocaInst& local) {
  const llvm::DILocalVariable* variable = bitcode::variable_at(local);
  if (variable == nullptr)
    note_made(place, 0, "", "");
  else
    note_made(place, type(variable->getType()), variable->getName(), bitcode::function_of(*variable));
}

void DebugInfo::note_made(ir::LocId place, const llvm::CallBase& allocation) {
  const std::string function = allocation.getFunction()->getName().str();
  if (const llvm::DIType* made = bitcode::allocated_type(allocation)) note_made(place, type(made), "", function);
}

void DebugInfo::note_labels(ir::LocId place, const llvm::Instruction& instruction) {
  for (const llvm::DbgRecord& record : instruction.getDbgRecordRange())
    if (const auto* label = llvm::dyn_cast<llvm::DbgLabelRecord>(&record))
      program_.labels.push_back({place, label->getLabel()->getName().str()});
}

std::vector<ir::Made> DebugInfo::made() const {
  std::vector<ir::Made> unambiguous;
  for (const auto& [place, all] : made_) {
    const bool one_variable = std::ranges::all_of(all, [&](const ir::Made& made) {
      return !made.name.empty() && made.name == all.front().name && made.function == all.front().function;
    });
    if (one_variable) {
      unambiguous.push_back(all.front());
      if (all.size() > 1) unambiguous.back().type = 0;
      continue;
    }
    for (const ir::Made& made : all)
      if (made.name.empty() && made.type != 0 && std::ranges::count(all, made.function, &ir::Made::function) == 1)
        unambiguous.push_back(made);
  }
  return unambiguous;
}

}  // namespace mover::frontend
