// What debug information says about objects, for the names in reports: the function that declares a local variable, and
// the type of allocated memory.
#pragma once

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <string>

namespace mover::bitcode {

// The variable that is at this place; null if the program does not declare it.
inline const llvm::DILocalVariable* variable_at(const llvm::AllocaInst& local) {
  auto* value = const_cast<llvm::AllocaInst*>(&local);  // LLVM's functions do not change it
  for (const auto* record : llvm::findDVRDeclares(value)) return record->getVariable();
  for (const auto* intrinsic : llvm::findDbgDeclares(value)) return intrinsic->getVariable();
  // With optimisation, debug information tracks the assignments of the variable instead.
  for (const auto* assigned : llvm::at::getDVRAssignmentMarkers(value)) return assigned->getVariable();
  return nullptr;
}

// The name in the source of the function that declares the variable, without template arguments, so that all instances
// of a template have one name: "submit", "Queue::push", "the lambda at q.cpp:35".
inline std::string function_of(const llvm::DILocalVariable& variable) {
  const llvm::DISubprogram* function = variable.getScope()->getSubprogram();
  if (function == nullptr) return "";
  const auto plain = [](llvm::StringRef name) {
    return name.starts_with("operator") ? name.str() : name.take_until([](char c) { return c == '<'; }).str();
  };
  const auto* record = llvm::dyn_cast_or_null<llvm::DICompositeType>(function->getScope());
  if (record == nullptr) return plain(function->getName());
  if (record->getName().empty() && function->getFile() != nullptr) {
    const llvm::StringRef file = function->getFile()->getFilename();
    return "the lambda at " + file.substr(file.rfind('/') + 1).str() + ":" + std::to_string(function->getLine());
  }
  return plain(record->getName()) + "::" + plain(function->getName());
}

inline bool is_allocator(const llvm::CallBase& call) {
  constexpr std::array kNames = {"malloc",   "calloc", "realloc", "reallocarray",        "aligned_alloc",
                                 "memalign", "valloc", "_Znwm",   "_ZnwmSt11align_val_t"};
  const llvm::Function* callee = call.getCalledFunction();
  return callee != nullptr && std::find(kNames.begin(), kNames.end(), callee->getName()) != kNames.end();
}

// The type of the result of the function; null if it has none.
inline const llvm::DIType* result_of(const llvm::Function& function) {
  const llvm::DISubprogram* info = function.getSubprogram();
  if (info == nullptr || info->getType() == nullptr || info->getType()->getTypeArray().size() == 0) return nullptr;
  return info->getType()->getTypeArray()[0];
}

// The type without typedefs and qualifiers.
inline const llvm::DIType* underlying(const llvm::DIType* type) {
  for (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);;
       derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    const bool renames = derived != nullptr && (derived->getTag() == llvm::dwarf::DW_TAG_typedef ||
                                                derived->getTag() == llvm::dwarf::DW_TAG_const_type ||
                                                derived->getTag() == llvm::dwarf::DW_TAG_volatile_type ||
                                                derived->getTag() == llvm::dwarf::DW_TAG_restrict_type ||
                                                derived->getTag() == llvm::dwarf::DW_TAG_atomic_type);
    if (!renames) return type;
    type = derived->getBaseType();
  }
}

// The type of the object for which the record is raw memory: nodes of containers, and std::make_shared, have such
// members. Null if the record is no raw memory.
inline const llvm::DIType* stored_type(const llvm::DICompositeType& record) {
  const llvm::StringRef name = record.getName();
  if (!name.starts_with("__aligned_buffer<") && !name.starts_with("__aligned_membuf<")) return nullptr;
  const llvm::DITemplateParameterArray parameters = record.getTemplateParams();
  return parameters.size() == 0 ? nullptr : parameters[0]->getType();
}

inline const llvm::DIType* pointee(const llvm::DIType* type) {
  const auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(underlying(type));
  const bool points = pointer != nullptr && (pointer->getTag() == llvm::dwarf::DW_TAG_pointer_type ||
                                             pointer->getTag() == llvm::dwarf::DW_TAG_reference_type);
  return points ? pointer->getBaseType() : nullptr;
}

// The member of the struct at the offset, or the elements of the array; null if there is none.
inline const llvm::DIType* part_at(const llvm::DIType* type, uint64_t offset) {
  const auto* whole = llvm::dyn_cast_or_null<llvm::DICompositeType>(underlying(type));
  if (whole == nullptr) return nullptr;
  if (whole->getTag() == llvm::dwarf::DW_TAG_array_type) return whole->getBaseType();
  for (const llvm::DINode* node : whole->getElements()) {
    const auto* member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(node);
    const bool has_place =
        member != nullptr && !member->isStaticMember() &&
        (member->getTag() == llvm::dwarf::DW_TAG_member || member->getTag() == llvm::dwarf::DW_TAG_inheritance);
    const llvm::DIType* inner = has_place ? underlying(member->getBaseType()) : nullptr;
    if (inner == nullptr || offset < member->getOffsetInBits() / 8) continue;
    const uint64_t inside = offset - member->getOffsetInBits() / 8;
    if (inside * 8 >= inner->getSizeInBits()) continue;
    return llvm::isa<llvm::DICompositeType>(inner) ? part_at(inner, inside) : inner;
  }
  return nullptr;
}

// The type of the variable that has the value; null if no variable has it.
inline const llvm::DIType* type_of_value(const llvm::Value& value) {
  auto* same = const_cast<llvm::Value*>(&value);
  llvm::SmallVector<llvm::DbgValueInst*, 1> intrinsics;
  llvm::SmallVector<llvm::DbgVariableRecord*, 1> records;
  llvm::findDbgValues(intrinsics, same, &records);
  if (!records.empty()) return records.front()->getVariable()->getType();
  return intrinsics.empty() ? nullptr : intrinsics.front()->getVariable()->getType();
}

// The type of what is at the address: of a variable, of a member, or of what a pointer points to. Null if it is
// unknown.
inline const llvm::DIType* type_at(const llvm::Value& address, int depth = 8) {
  if (depth == 0) return nullptr;
  if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&address)) {
    const llvm::DILocalVariable* variable = variable_at(*local);
    return variable != nullptr            ? variable->getType()
           : local->getName() == "retval" ? result_of(*local->getFunction())
                                          : nullptr;
  }
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&address)) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> globals;
    global->getDebugInfo(globals);
    return globals.empty() ? nullptr : globals.front()->getVariable()->getType();
  }
  if (const auto* part = llvm::dyn_cast<llvm::GetElementPtrInst>(&address)) {
    const llvm::DIType* whole = type_at(*part->getPointerOperand(), depth - 1);
    llvm::APInt offset(64, 0);
    if (!part->accumulateConstantOffset(part->getDataLayout(), offset)) return nullptr;
    return part_at(whole, offset.getZExtValue());
  }
  if (const llvm::DIType* pointer = type_of_value(address)) return pointee(pointer);
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&address))
    return pointee(type_at(*load->getPointerOperand(), depth - 1));
  return nullptr;
}

// The type of the variable, member or result that `pointer` is assigned to.
inline const llvm::DIType* assigned_to(const llvm::Instruction& pointer) {
  if (const llvm::DIType* type = type_of_value(pointer)) return type;
  for (const llvm::User* user : pointer.users()) {
    if (llvm::isa<llvm::ReturnInst>(user)) return result_of(*pointer.getFunction());
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr || store->getValueOperand() != &pointer) continue;
    if (const llvm::DIType* type = type_at(*store->getPointerOperand())) return type;
  }
  return nullptr;
}

// The type of one object of the allocated memory; null if it is unknown.
inline const llvm::DIType* allocated_type(const llvm::CallBase& call) {
  // Clang records the type that `new` allocates.
  if (const auto* made = llvm::dyn_cast_or_null<llvm::DIType>(call.getMetadata("heapallocsite"))) return made;
  if (!is_allocator(call)) return nullptr;
  return pointee(assigned_to(call));
}

}  // namespace mover::bitcode
