// The part of DebugInfo that translates types. Typedefs and qualifiers are removed.
#include <llvm/BinaryFormat/Dwarf.h>

#include "bitcode/source_names.h"
#include "frontend/debug_info.h"

namespace mover::frontend {

namespace {

using Kind = ir::DebugType::Kind;
namespace dwarf = llvm::dwarf;

Kind basic_kind(const llvm::DIBasicType& type) {
  switch (type.getEncoding()) {
    case dwarf::DW_ATE_boolean:
      return Kind::Bool;
    case dwarf::DW_ATE_signed_char:
    case dwarf::DW_ATE_unsigned_char:
    case dwarf::DW_ATE_UTF:
      return Kind::Char;
    case dwarf::DW_ATE_signed:
      return Kind::Signed;
    case dwarf::DW_ATE_unsigned:
      return Kind::Unsigned;
    case dwarf::DW_ATE_float:
      return Kind::Float;
    default:
      return Kind::Unknown;
  }
}

bool is_pointer(const llvm::DIDerivedType& type) {
  return type.getTag() == dwarf::DW_TAG_pointer_type || type.getTag() == dwarf::DW_TAG_reference_type ||
         type.getTag() == dwarf::DW_TAG_rvalue_reference_type;
}

bool is_data_member(const llvm::DIDerivedType& type) {
  return (type.getTag() == dwarf::DW_TAG_member && !type.isStaticMember()) ||
         type.getTag() == dwarf::DW_TAG_inheritance;
}

}  // namespace

ir::TypeId DebugInfo::add(const llvm::DIType* type, ir::DebugType translated) {
  auto id = static_cast<ir::TypeId>(program_.types.size());
  program_.types.push_back(std::move(translated));
  types_[type] = id;
  return id;
}

ir::TypeId DebugInfo::type(const llvm::DIType* type, llvm::StringRef name) {
  if (type == nullptr) return 0;
  if (auto known = types_.find(type); known != types_.end()) return known->second;
  uint64_t size = type->getSizeInBits() / 8;

  if (const auto* basic = llvm::dyn_cast<llvm::DIBasicType>(type))
    return add(type, {basic_kind(*basic), basic->getName().str(), size, {}, 0});
  if (const auto* whole = llvm::dyn_cast<llvm::DICompositeType>(type)) return composite(*whole, name);
  const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type);
  if (derived == nullptr) return 0;  // functions and the like, which occupy no bytes
  if (is_pointer(*derived)) {
    ir::TypeId id = add(type, {Kind::Pointer, "", 8, {}, 0});  // before the pointee, which may refer back to it
    ir::TypeId pointee = this->type(derived->getBaseType());
    program_.types[id].element = pointee;
    return id;
  }
  if (derived->getTag() == dwarf::DW_TAG_ptr_to_member_type) return add(type, {Kind::Unknown, "", size, {}, 0});
  // typedef, const, volatile, restrict, _Atomic
  bool names = derived->getTag() == dwarf::DW_TAG_typedef;
  return types_[type] = this->type(derived->getBaseType(), names ? derived->getName() : name);
}

ir::TypeId DebugInfo::composite(const llvm::DICompositeType& type, llvm::StringRef name) {
  std::string own_name = (type.getName().empty() ? name : type.getName()).str();
  uint64_t size = type.getSizeInBits() / 8;
  switch (type.getTag()) {
    case dwarf::DW_TAG_array_type:
      return array(type);
    case dwarf::DW_TAG_enumeration_type:
      return enumeration(type, own_name);
    case dwarf::DW_TAG_structure_type:
    case dwarf::DW_TAG_class_type:
    case dwarf::DW_TAG_union_type:
      break;
    default:
      return 0;
  }
  if (const llvm::DIType* stored = bitcode::stored_type(type)) return types_[&type] = this->type(stored);
  Kind kind = type.getTag() == dwarf::DW_TAG_union_type ? Kind::Union : Kind::Struct;
  ir::TypeId id = add(&type, {kind, own_name, size, {}, 0});  // before the members, which may refer back to it
  std::vector<ir::DebugType::Member> members;
  for (const llvm::DINode* node : type.getElements()) {
    const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(node);
    if (derived != nullptr && is_data_member(*derived)) members.push_back(member(*derived));
  }
  program_.types[id].members = std::move(members);
  return id;
}

ir::TypeId DebugInfo::enumeration(const llvm::DICompositeType& type, const std::string& name) {
  std::vector<ir::DebugType::Member> enumerators;
  for (const llvm::DINode* node : type.getElements())
    if (const auto* one = llvm::dyn_cast_or_null<llvm::DIEnumerator>(node))
      enumerators.push_back({one->getName().str(), static_cast<uint64_t>(one->getValue().getSExtValue()), 0, 0, 0});
  return add(&type, {Kind::Enum, name, type.getSizeInBits() / 8, std::move(enumerators), 0});
}

void DebugInfo::note_enumerations(const llvm::Module& module) {
  for (const llvm::DICompileUnit* unit : module.debug_compile_units())
    for (const llvm::DICompositeType* type : unit->getEnumTypes()) this->type(type);
}

ir::DebugType::Member DebugInfo::member(const llvm::DIDerivedType& derived) {
  ir::DebugType::Member result;
  uint64_t bits = derived.getOffsetInBits();
  result.type = type(derived.getBaseType());
  result.name = derived.getName().str();
  if (derived.getTag() == dwarf::DW_TAG_inheritance) result.name = program_.types[result.type].name;
  result.offset = bits / 8;
  if (derived.isBitField()) {
    result.bit_offset = static_cast<uint32_t>(bits % 8);
    result.bit_size = static_cast<uint32_t>(derived.getSizeInBits());
  }
  return result;
}

// One array type for each dimension, the innermost first.
ir::TypeId DebugInfo::array(const llvm::DICompositeType& type) {
  ir::TypeId element = this->type(type.getBaseType());
  std::vector<uint64_t> counts;
  for (const llvm::DINode* node : type.getElements()) {
    const auto* range = llvm::dyn_cast_or_null<llvm::DISubrange>(node);
    auto count = range == nullptr ? nullptr : llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount());
    bool known = count != nullptr && count->getSExtValue() >= 0;  // a flexible array member has the count -1
    counts.push_back(known ? count->getZExtValue() : 0);
  }
  for (size_t i = counts.size(); i-- > 0;) {
    uint64_t size = program_.types[element].size * counts[i];
    element = add(&type, {Kind::Array, "", size, {}, element});
  }
  return types_[&type] = element;
}

}  // namespace mover::frontend
