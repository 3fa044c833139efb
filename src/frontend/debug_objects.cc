// The part of DebugInfo that determines the types of objects: locals by their declaration, allocated memory by the
// variable that its address is assigned to.
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>
#include <array>

#include "frontend/debug_info.h"

namespace mover::frontend {

namespace {

bool is_allocator(const llvm::CallBase& call) {
  constexpr std::array kNames = {"malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "memalign", "valloc"};
  const llvm::Function* callee = call.getCalledFunction();
  return callee != nullptr && std::find(kNames.begin(), kNames.end(), callee->getName()) != kNames.end();
}

const llvm::DILocalVariable* variable_at(const llvm::AllocaInst& local) {
  auto* value = const_cast<llvm::AllocaInst*>(&local);  // LLVM's functions do not change it
  for (const auto* record : llvm::findDVRDeclares(value)) return record->getVariable();
  for (const auto* intrinsic : llvm::findDbgDeclares(value)) return intrinsic->getVariable();
  return nullptr;
}

const llvm::DILocation* declared_at(const llvm::AllocaInst& local) {
  auto* value = const_cast<llvm::AllocaInst*>(&local);
  for (const auto* record : llvm::findDVRDeclares(value)) return record->getDebugLoc();
  for (const auto* intrinsic : llvm::findDbgDeclares(value)) return intrinsic->getDebugLoc();
  return nullptr;
}

// The type of the variable that `pointer` is assigned to.
const llvm::DIType* assigned_to(const llvm::Instruction& pointer) {
  auto* value = const_cast<llvm::Instruction*>(&pointer);
  llvm::SmallVector<llvm::DbgValueInst*, 1> intrinsics;
  llvm::SmallVector<llvm::DbgVariableRecord*, 1> records;
  llvm::findDbgValues(intrinsics, value, &records);
  if (!records.empty()) return records.front()->getVariable()->getType();
  if (!intrinsics.empty()) return intrinsics.front()->getVariable()->getType();
  for (const llvm::User* user : pointer.users()) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
        store != nullptr && store->getValueOperand() == value) {
      if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand()))
        if (const auto* variable = variable_at(*local)) return variable->getType();
      llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> globals;
      if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(store->getPointerOperand()))
        global->getDebugInfo(globals);
      if (!globals.empty()) return globals.front()->getVariable()->getType();
    }
    const llvm::DISubprogram* function = pointer.getFunction()->getSubprogram();
    if (llvm::isa<llvm::ReturnInst>(user) && function != nullptr && function->getType() != nullptr &&
        function->getType()->getTypeArray().size() > 0)
      return function->getType()->getTypeArray()[0];
  }
  return nullptr;
}

}  // namespace

// The location has a column, so that variables that are declared on one line have different locations.
ir::LocId DebugInfo::declaration(const llvm::AllocaInst& local) {
  const llvm::DILocalVariable* variable = variable_at(local);
  if (variable == nullptr) return 0;
  const llvm::DILocation* declared = declared_at(local);
  const bool same_line = declared != nullptr && declared->getLine() == variable->getLine();
  return location(variable->getFile(), variable->getLine(), same_line ? declared->getColumn() : 0);
}

void DebugInfo::note_made(ir::LocId place, ir::TypeId type, llvm::StringRef name) {
  if (place == 0) return;
  std::vector<ir::Made>& here = made_[place];
  ir::Made made{place, type, name.str()};
  if (std::find(here.begin(), here.end(), made) == here.end()) here.push_back(std::move(made));
}

void DebugInfo::note_made(ir::LocId place, const llvm::AllocaInst& local) {
  const llvm::DILocalVariable* variable = variable_at(local);
  if (variable == nullptr)
    note_made(place, 0, "");
  else
    note_made(place, type(variable->getType()), variable->getName());
}

void DebugInfo::note_made(ir::LocId place, const llvm::CallBase& allocation) {
  // Clang records the type that `new` allocates.
  if (const auto* made = llvm::dyn_cast_or_null<llvm::DIType>(allocation.getMetadata("heapallocsite")))
    return note_made(place, type(made), "");
  if (!is_allocator(allocation)) return;
  const llvm::DIType* pointer = assigned_to(allocation);
  ir::TypeId id = pointer == nullptr ? 0 : type(pointer);
  if (program_.types[id].kind == ir::DebugType::Kind::Pointer) note_made(place, program_.types[id].element, "");
}

void DebugInfo::note_labels(ir::LocId place, const llvm::Instruction& instruction) {
  for (const llvm::DbgRecord& record : instruction.getDbgRecordRange())
    if (const auto* label = llvm::dyn_cast<llvm::DbgLabelRecord>(&record))
      program_.labels.push_back({place, label->getLabel()->getName().str()});
}

std::vector<ir::Made> DebugInfo::made() const {
  std::vector<ir::Made> unambiguous;
  for (const auto& [place, all] : made_)
    if (all.size() == 1 && all.front().type != 0) unambiguous.push_back(all.front());
  return unambiguous;
}

}  // namespace mover::frontend
