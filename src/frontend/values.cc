#include "frontend/values.h"

#include <llvm/IR/DerivedTypes.h>

#include "support/check.h"

namespace mover::frontend {

namespace {

constexpr size_t kMaxLeaves = 4096;  // compilers do not keep larger values in registers

}  // namespace

uint32_t Layout::registers() const { return first_register(leaves.size()); }

uint32_t Layout::first_register(size_t leaf) const {
  uint32_t count = 0;
  for (size_t i = 0; i < leaf; ++i) count += leaves[i].registers();
  return count;
}

const Layout& Layouts::of(llvm::Type* type) {
  auto& layout = layouts_[type];
  if (!layout) {
    auto fresh = std::make_unique<Layout>();
    add(type, 0, *fresh);
    layouts_[type] = std::move(fresh);
    return *layouts_[type];
  }
  return *layout;
}

void Layouts::add(llvm::Type* type, uint64_t offset, Layout& layout) {
  if (layout.leaves.size() > kMaxLeaves) {
    layout.supported = false;
  } else if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    if (structure->isOpaque()) {
      layout.supported = false;
      return;
    }
    const auto* places = data_layout_.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      add(structure->getElementType(i), offset + places->getElementOffset(i).getFixedValue(), layout);
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    uint64_t stride = data_layout_.getTypeAllocSize(array->getElementType()).getFixedValue();
    for (uint64_t i = 0; i < array->getNumElements() && layout.supported; ++i)
      add(array->getElementType(), offset + i * stride, layout);
  } else if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    uint64_t bits = data_layout_.getTypeSizeInBits(vector->getElementType()).getFixedValue();
    if (bits % 8 != 0) layout.in_memory = false;
    for (unsigned i = 0; i < vector->getNumElements() && layout.supported; ++i)
      add(vector->getElementType(), offset + i * bits / 8, layout);
  } else {
    add_scalar(type, offset, layout);
  }
}

void Layouts::add_scalar(llvm::Type* type, uint64_t offset, Layout& layout) {
  if (type->isVoidTy()) return;
  Leaf leaf{64, false, false, offset};
  if (auto* integer = llvm::dyn_cast<llvm::IntegerType>(type)) {
    leaf.width = integer->getBitWidth();
  } else if (type->isPointerTy()) {
    leaf.is_pointer = true;
    if (type->getPointerAddressSpace() != 0) layout.supported = false;
  } else if (type->isFloatTy() || type->isDoubleTy() || type->isX86_FP80Ty()) {
    leaf.width = static_cast<uint32_t>(type->getPrimitiveSizeInBits().getFixedValue());
    leaf.is_float = true;
  } else {
    layout.supported = false;
  }
  if (leaf.width > 128) {
    layout.supported = false;
    leaf.width = 128;
  }
  layout.leaves.push_back(leaf);
}

std::pair<size_t, size_t> Layouts::member(llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
  size_t first = 0;
  for (unsigned index : indices) {
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
      for (unsigned i = 0; i < index; ++i) first += of(structure->getElementType(i)).leaves.size();
      type = structure->getElementType(index);
    } else {
      auto* array = llvm::dyn_cast<llvm::ArrayType>(type);
      MOVER_CHECK(array != nullptr, "only structs and arrays have members in a verified module");
      type = array->getElementType();
      first += index * of(type).leaves.size();
    }
  }
  return {first, of(type).leaves.size()};
}

}  // namespace mover::frontend
