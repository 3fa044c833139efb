// Floating-point arithmetic on known numbers.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/ir.h"

namespace mover::symbolic {

bool is_floating(ir::Op op);
bool can_be_computed(const ir::Instr& in);  // the formats are float and double. REQUIRES: is_floating(in.op)
// The result as bits; null: the integer type cannot represent it. REQUIRES: can_be_computed(in)
std::optional<uint64_t> computed_float(const ir::Instr& in, uint64_t a, uint64_t b);

}  // namespace mover::symbolic
