// The layout of LLVM's values in registers. A value is a list of scalars (its leaves). Each of them is in one register
// or, if it is wider than 64 bits, in two.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Type.h>

#include <cstdint>
#include <vector>

#include "ir/ir.h"

namespace mover::frontend {

struct Leaf {
  uint32_t width = 64;  // in bits
  bool is_float = false;
  bool is_pointer = false;
  uint64_t offset = 0;  // in bytes, when the value is in memory

  bool wide() const { return width > 64; }
  uint32_t registers() const { return wide() ? 2 : 1; }
};

struct Layout {
  std::vector<Leaf> leaves;  // none for void
  bool supported = true;     // false: the type has no representation (half, 256-bit integers, …)
  bool in_memory = true;     // false: such values can only be in registers (vectors of bits)

  uint32_t registers() const;
  uint32_t first_register(size_t leaf) const;  // relative to the value's first register
};

// One operand for each leaf; for a wide leaf the operand of its low half.
using Operands = std::vector<ir::Operand>;

// The operand of the high half of a wide leaf.
inline ir::Operand high_half(ir::Operand low) { return low >= 0 ? low + 1 : low - 1; }

class Layouts {
 public:
  explicit Layouts(const llvm::DataLayout& data_layout) : data_layout_(data_layout) {}
  const Layout& of(llvm::Type* type);
  const llvm::DataLayout& data_layout() const { return data_layout_; }

  // The leaves of a (nested) member of a struct or array, as {first, count}.
  std::pair<size_t, size_t> member(llvm::Type* type, llvm::ArrayRef<unsigned> indices);

 private:
  void add(llvm::Type* type, uint64_t offset, Layout& layout);
  void add_scalar(llvm::Type* type, uint64_t offset, Layout& layout);

  const llvm::DataLayout& data_layout_;
  llvm::DenseMap<llvm::Type*, std::unique_ptr<Layout>> layouts_;
};

}  // namespace mover::frontend
