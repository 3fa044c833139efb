#include "instrument/red_zones.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>
#include <vector>

namespace mover::instrument {

using namespace llvm;

namespace {

// Creates a larger variable with zones, as an array of bytes.
AllocaInst* larger(AllocaInst& local, uint64_t before, const DataLayout& layout) {
  IRBuilder<> at(&local);
  Value* count = at.CreateZExtOrTrunc(local.getArraySize(), at.getInt64Ty());
  Value* size = at.CreateMul(count, at.getInt64(layout.getTypeAllocSize(local.getAllocatedType())));
  Value* all = at.CreateAdd(size, at.getInt64(before + kZoneAfter));
  AllocaInst* padded = nullptr;
  if (const auto* known = dyn_cast<ConstantInt>(all))
    padded = at.CreateAlloca(ArrayType::get(at.getInt8Ty(), known->getZExtValue()));
  else
    padded = at.CreateAlloca(at.getInt8Ty(), all);
  padded->setAlignment(std::max(local.getAlign(), Align(kZoneBefore)));
  return padded;
}

void put_zones_around(AllocaInst& local, const DataLayout& layout, DIBuilder& debug) {
  const uint64_t before = std::max<uint64_t>(local.getAlign().value(), kZoneBefore);
  AllocaInst* padded = larger(local, before, layout);
  IRBuilder<> at(&local);
  Value* inside = at.CreateConstInBoundsGEP1_64(at.getInt8Ty(), padded, before);
  replaceDbgDeclare(&local, padded, debug, DIExpression::ApplyOffset, static_cast<int>(before));
  inside->takeName(&local);
  local.replaceAllUsesWith(inside);
  local.eraseFromParent();
}

// Whether the linker, the compiler or the C++ library relies on the variable's size or address.
bool has_fixed_layout(const GlobalVariable& global) {
  const StringRef name = global.getName();
  for (const char* start : {"llvm.", "mover.", "_ZTV", "_ZTI", "_ZTS", "_ZTT", "_ZTC", "_ZGV", "__llvm", "__clang",
                            "__asan", "__start_", "__stop_"})
    if (name.starts_with(start)) return true;
  return false;
}

bool can_have_zone(const GlobalVariable& global, const DataLayout& layout) {
  if (!global.hasInitializer() || global.isThreadLocal() || global.hasSection() || global.hasPartition() ||
      has_fixed_layout(global))
    return false;
  if (global.hasCommonLinkage() || global.hasAvailableExternallyLinkage() || global.hasAppendingLinkage() ||
      global.isExternallyInitialized() || global.getAddressSpace() != 0)
    return false;
  const TypeSize size = layout.getTypeAllocSize(global.getValueType());
  return !size.isScalable() && size != 0 && (!global.getAlign() || *global.getAlign() <= Align(4096));
}

// The linker may choose a definition of the variable from another module. These bytes after the variable show that the
// chosen definition has a zone, too.
constexpr uint8_t kSignature[16] = {0x9d, 0x4d, 0x6f, 0x76, 0x65, 0x72, 0xfe, 0x7a,
                                    0x6f, 0x6e, 0x65, 0xfd, 0xe1, 0x01, 0x83, 0xfb};

bool may_be_replaced(const GlobalVariable& global) {
  return !global.hasLocalLinkage() && (!global.isDSOLocal() || global.isWeakForLinker() || global.hasComdat());
}

Constant* contents_of_zone(Type* zone, bool has_signature) {
  if (!has_signature) return Constant::getNullValue(zone);
  std::vector<uint8_t> bytes(zone->getArrayNumElements(), 0);
  std::copy(std::begin(kSignature), std::end(kSignature), bytes.begin());
  return ConstantDataArray::get(zone->getContext(), bytes);
}

uint64_t zone_for(uint64_t size) {
  constexpr uint64_t kMost = 1024;
  return (std::clamp(size / 4, kZoneAfter, kMost) + 15) & ~uint64_t{15};
}

GlobalVariable* put_zone_after(GlobalVariable& global, uint64_t size, bool has_signature) {
  Module& module = *global.getParent();
  Type* zone = ArrayType::get(Type::getInt8Ty(module.getContext()), zone_for(size));
  auto* type = StructType::get(module.getContext(), {global.getValueType(), zone}, true);
  Constant* contents = ConstantStruct::get(type, {global.getInitializer(), contents_of_zone(zone, has_signature)});
  auto* larger = new GlobalVariable(module, type, global.isConstant(), global.getLinkage(), contents, "", &global,
                                    global.getThreadLocalMode(), global.getAddressSpace());
  larger->copyAttributesFrom(&global);
  larger->setComdat(global.getComdat());
  if (!larger->getAlign()) larger->setAlignment(module.getDataLayout().getPreferredAlign(&global));
  larger->setUnnamedAddr(GlobalValue::UnnamedAddr::None);
  larger->copyMetadata(&global, 0);
  larger->takeName(&global);
  global.replaceAllUsesWith(larger);
  global.eraseFromParent();
  return larger;
}

// Registers the zones before main and before other initialisers.
void report(Module& module, ArrayRef<Constant*> zones, StructType* type, Calls& calls) {
  auto* all = ArrayType::get(type, zones.size());
  auto* table =
      new GlobalVariable(module, all, true, GlobalValue::PrivateLinkage, ConstantArray::get(all, zones), "mover.zones");
  auto* function = Function::Create(FunctionType::get(Type::getVoidTy(module.getContext()), false),
                                    GlobalValue::InternalLinkage, "mover.register_zones", module);
  IRBuilder<> at(BasicBlock::Create(module.getContext(), "", function));
  calls.call(at, "__mover_global_zones", at.getVoidTy(), {table, at.getInt64(zones.size())});
  at.CreateRetVoid();
  appendToGlobalCtors(module, function, 0);
}

}  // namespace

void put_zones_around(const Locals& locals, const DataLayout& layout) {
  if (locals.empty()) return;
  DIBuilder debug(*(*locals.begin())->getModule(), false);
  for (AllocaInst* local : locals) put_zones_around(*local, layout, debug);
}

void put_zones_after_globals(Module& module, Sizes& sizes, Calls& calls) {
  const DataLayout& layout = module.getDataLayout();
  std::vector<GlobalVariable*> as_written;
  for (GlobalVariable& global : module.globals())
    if (can_have_zone(global, layout)) as_written.push_back(&global);
  std::vector<Constant*> zones;
  Type* number = Type::getInt64Ty(module.getContext());
  auto* type =
      StructType::get(module.getContext(), {PointerType::getUnqual(module.getContext()), number, number, number});
  for (GlobalVariable* global : as_written) {
    const uint64_t size = layout.getTypeAllocSize(global->getValueType());
    const bool has_signature = may_be_replaced(*global);
    GlobalVariable* larger = put_zone_after(*global, size, has_signature);
    sizes[larger] = size;
    zones.push_back(
        ConstantStruct::get(type, {larger, ConstantInt::get(number, size), ConstantInt::get(number, zone_for(size)),
                                   ConstantInt::get(number, has_signature ? 1 : 0)}));
  }
  if (!zones.empty()) report(module, zones, type, calls);
}

}  // namespace mover::instrument
