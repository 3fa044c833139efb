// Hints for symbolic execution (solver/symbolic_execution.h): the inputs and latches whose values it enumerates, and
// the program's arithmetic.
#include "circuit/polynomials.h"
#include "symbolic/builder.h"

namespace mover::symbolic {

// Whether the variable is a register that holds only addresses and null pointers, or latches of such registers.
bool Builder::is_address(VariableId id) const {
  const Variable& variable = variables_[id];
  if (variable.owner == ir::kNone || variable.home != ir::kNone) return false;
  if (!variable.held.empty()) {
    for (const auto& [cut, held] : variable.held)
      if (!is_address(held)) return false;
    return true;
  }
  const AbstractValue& value = values_.reg(variable.owner, variable.reg);
  return !value.pointers().empty() && !value.has_any_number();
}

void Builder::mark_control() {
  for (Literal l : model_.scheduled) c_.mark_control(l);
  auto mark = [&](VariableId id) {
    if (id == 0 || !variables_[id].latches) return;
    for (Literal l : variables_[id].latches->bits) c_.mark_control(l);
  };
  for (const circuit::NamedWord& word : c_.words())
    if (word.is_control())
      for (Literal l : word.bits) c_.mark_control(l);
  for (VariableId id = 1; id < variables_.size(); ++id)
    if (is_address(id)) mark(id);
  for (const auto& [place, bytes] : words_) {
    const auto& [object, offset] = place;
    if (bytes != 8 || !values_.is_address_at(object, offset)) continue;
    for (uint64_t i = offset; i < offset + bytes && i < bytes_[object].size(); ++i) mark(bytes_[object][i]);
  }
}

// Computes the result of an operation, and records the operation as a hint.
Word Builder::recorded(circuit::Arithmetic::Operator op, const Word& a, const Word& b) {
  const Word result = circuit::apply(c_, op, a, b);
  c_.record({op, a, b, result});
  return result;
}

}  // namespace mover::symbolic
