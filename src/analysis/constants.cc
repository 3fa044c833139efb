// Collects the constant operands of comparisons and the cases of switches.
#include "analysis/constants.h"

#include <algorithm>

namespace mover::analysis {

namespace {

using ir::Constant;
using ir::Function;
using ir::Instr;

uint64_t sign_extended(uint64_t value, uint32_t width) {
  if (width >= 64) return value;
  uint32_t shift = 64 - width;
  return static_cast<uint64_t>(static_cast<int64_t>(value << shift) >> shift);
}

void collect(const Function& f, ir::Operand operand, uint32_t width, std::vector<uint64_t>& found) {
  if (operand >= 0) return;
  const auto index = static_cast<size_t>(~operand);
  const Constant& low = f.constants[index];
  if (low.kind != Constant::Kind::Int) return;
  if (width > 64) {  // a wider constant is collected only if its signed value fits into 64 bits
    const Constant& high = f.constants[index + 1];
    const uint64_t sign = low.value >> 63 ? UINT64_MAX : 0;
    if (high.kind != Constant::Kind::Int || sign_extended(high.value, width - 64) != sign) return;
  }
  found.push_back(sign_extended(low.value, width));
}

}  // namespace

std::vector<uint64_t> compared_constants(const ir::Program& program) {
  std::vector<uint64_t> found;
  for (const Function& f : program.functions) {
    if (f.is_library) continue;
    for (const Instr& i : f.code) {
      if (i.op == ir::Op::ICmp) {
        collect(f, i.a, i.width, found);
        collect(f, i.b, i.width, found);
      } else if (i.op == ir::Op::Switch) {
        for (const auto& [value, target] : f.switches[static_cast<size_t>(i.imm)].cases) {
          found.push_back(sign_extended(value, i.width));
        }
      }
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace mover::analysis
