#include "instrument/type_texts.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <cctype>

#include "bitcode/source_names.h"

namespace mover::instrument {

using namespace llvm;

namespace {

constexpr size_t kMostText = 4096;

std::string word(const Twine& text) { return text.str() + "\t"; }

bool is_data_member(const DIDerivedType& type) {
  return (type.getTag() == dwarf::DW_TAG_member && !type.isStaticMember()) ||
         type.getTag() == dwarf::DW_TAG_inheritance;
}

// Whether the member or base class is internal to the C++ library, so that no report names it.
bool is_internal(StringRef name) {
  return name.starts_with("_M_") || name.starts_with("__") ||
         (name.size() > 1 && name[0] == '_' && isupper(static_cast<unsigned char>(name[1])) != 0 && name.contains('<'));
}

// `name`: that of the nearest typedef, which a struct without a name gets. `all`: including the parts of members that
// are internal to the C++ library.
std::string type_text(const DIType* type, StringRef name, bool all);

std::string leaf_text(const DIType* type, StringRef name) {
  return "." + word(Twine(type == nullptr ? 0 : type->getSizeInBits() / 8)) + word(name);
}

std::string record_text(const DICompositeType& record, StringRef name, bool all) {
  if (const DIType* stored = bitcode::stored_type(record)) return type_text(stored, "", all);
  const bool is_union = record.getTag() == dwarf::DW_TAG_union_type;
  std::string text = (is_union ? "(" : "{") + word(Twine(record.getSizeInBits() / 8)) +
                     word(record.getName().empty() ? name : record.getName());
  for (const DINode* node : record.getElements()) {
    const auto* member = dyn_cast_or_null<DIDerivedType>(node);
    if (member == nullptr || !is_data_member(*member)) continue;
    const bool is_base = member->getTag() == dwarf::DW_TAG_inheritance;
    const DIType* base = bitcode::underlying(member->getBaseType());
    const StringRef member_name = is_base && base != nullptr ? base->getName() : member->getName();
    text += word(Twine(member->getOffsetInBits() / 8)) + word(member_name) +
            (all || !is_internal(member_name) ? type_text(member->getBaseType(), "", all) : leaf_text(base, ""));
  }
  return text + (is_union ? ")" : "}");
}

// One array for each dimension, the outermost first.
std::string array_text(const DICompositeType& array, bool all) {
  std::string element = type_text(array.getBaseType(), "", all);
  const DIType* of = bitcode::underlying(array.getBaseType());
  uint64_t size = of == nullptr ? 0 : of->getSizeInBits() / 8;
  const DINodeArray dimensions = array.getElements();
  for (unsigned i = dimensions.size(); i-- > 0;) {
    const auto* range = dyn_cast_or_null<DISubrange>(dimensions[i]);
    auto count = range == nullptr ? nullptr : dyn_cast_if_present<ConstantInt*>(range->getCount());
    size *= count != nullptr && count->getSExtValue() >= 0 ? count->getZExtValue() : 0;  // flexible arrays have -1
    element = "[" + word(Twine(size)) + element;
  }
  return element;
}

std::string type_text(const DIType* type, StringRef name, bool all) {
  if (const auto* derived = dyn_cast_or_null<DIDerivedType>(type);
      derived != nullptr && derived->getTag() == dwarf::DW_TAG_typedef)
    return type_text(derived->getBaseType(), derived->getName(), all);
  const DIType* plain = bitcode::underlying(type);
  if (plain != type) return type_text(plain, name, all);
  const auto* whole = dyn_cast_or_null<DICompositeType>(type);
  if (whole != nullptr && whole->getTag() == dwarf::DW_TAG_array_type) return array_text(*whole, all);
  if (whole != nullptr && whole->getTag() != dwarf::DW_TAG_enumeration_type) return record_text(*whole, name, all);
  const bool is_basic = isa_and_nonnull<DIBasicType>(type);
  return leaf_text(type, is_basic ? type->getName() : "");
}

// The name and size of the struct, without its members.
std::string outline(const DIType& type) {
  const auto* record = dyn_cast<DICompositeType>(bitcode::underlying(&type));
  if (record == nullptr || record->getTag() == dwarf::DW_TAG_array_type) return "";
  return "{" + word(Twine(record->getSizeInBits() / 8)) + word(record->getName()) + "}";
}

}  // namespace

std::string text_of(const DIType* type) {
  if (type == nullptr) return "";
  const std::string text = type_text(type, "", /*all=*/true);
  if (text.size() <= kMostText) return text;
  const std::string shorter = type_text(type, "", /*all=*/false);
  return shorter.size() <= kMostText ? shorter : outline(*type);
}

std::string text_of(const DILocalVariable& variable) {
  return variable.getName().str() + "\n" + bitcode::function_of(variable) + "\n" + text_of(variable.getType());
}

std::string local_text(const Value& local) {
  const auto* place = dyn_cast<AllocaInst>(&local);
  const DILocalVariable* variable = place == nullptr ? nullptr : bitcode::variable_at(*place);
  return variable == nullptr ? "" : text_of(*variable);
}

void report_allocation(CallBase& call, Calls& calls) {
  const std::string text = text_of(bitcode::allocated_type(call));
  auto* invoke = dyn_cast<InvokeInst>(&call);
  if (text.empty() || call.isMustTailCall() ||
      (invoke != nullptr && invoke->getNormalDest()->getSinglePredecessor() == nullptr))
    return;
  Before at(invoke != nullptr ? *invoke->getNormalDest()->getFirstInsertionPt() : *call.getNextNode());
  calls.call(at, "__mover_allocated_type", at.getVoidTy(), {&call, at.CreateGlobalString(text, "mover.type")});
}

void report_globals(Module& module, Calls& calls) {
  LLVMContext& context = module.getContext();
  std::vector<Constant*> rows;
  auto* row = StructType::get(context, {PointerType::getUnqual(context), PointerType::getUnqual(context)});
  auto* function = Function::Create(FunctionType::get(Type::getVoidTy(context), false), GlobalValue::InternalLinkage,
                                    "mover.register_types", module);
  IRBuilder<> at(BasicBlock::Create(context, "", function));
  bool reports = false;
  for (GlobalVariable& global : module.globals()) {
    SmallVector<DIGlobalVariableExpression*, 1> expressions;
    global.getDebugInfo(expressions);
    if (expressions.empty() || !global.hasInitializer() || global.hasAvailableExternallyLinkage()) continue;
    const DIGlobalVariable& variable = *expressions.front()->getVariable();
    const std::string text = text_of(variable.getType());
    if (text.empty()) continue;
    if (global.isThreadLocal()) {  // the constructor runs in the main thread
      const StringRef symbol = variable.getLinkageName().empty() ? variable.getName() : variable.getLinkageName();
      calls.call(at, "__mover_thread_local_type", at.getVoidTy(),
                 {at.CreateThreadLocalAddress(&global), at.CreateGlobalString(symbol.str() + "\n" + text)});
      reports = true;
      continue;
    }
    const DIType* type = bitcode::underlying(variable.getType());
    if (text[0] == '.' && bitcode::pointee(type) == nullptr) continue;
    rows.push_back(ConstantStruct::get(row, {&global, cast<Constant>(at.CreateGlobalString(text, "mover.type"))}));
  }
  if (rows.empty() && !reports) return function->eraseFromParent();
  auto* all = ArrayType::get(row, rows.size());
  auto* table =
      new GlobalVariable(module, all, true, GlobalValue::PrivateLinkage, ConstantArray::get(all, rows), "mover.types");
  calls.call(at, "__mover_global_types", at.getVoidTy(), {table, at.getInt64(rows.size())});
  at.CreateRetVoid();
  appendToGlobalCtors(module, function, 0);
}

}  // namespace mover::instrument
