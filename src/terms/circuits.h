// Terms as circuits, and whether unknown values can satisfy conditions.
#pragma once

#include <map>
#include <vector>

#include "solver/encoder.h"
#include "terms/terms.h"

namespace mover::terms {

// Whether there is a circuit for the term, given those of its operands. `operand_width`: the width of the first one.
bool has_circuit(const Term& term, unsigned operand_width);

// A term of one bit, and the value that it must have.
struct Condition {
  TermId term = 0;
  bool value = false;
  auto operator<=>(const Condition&) const = default;
};

class Satisfiability {
 public:
  enum class Answer : uint8_t { Yes, No, Unknown };

  explicit Satisfiability(const Terms& terms) : terms_(terms), encoder_(circuit_, sat_) {}

  // Whether some values of the variables satisfy the condition and all `earlier` ones. REQUIRES: some values satisfy
  // the earlier ones, and no term contains an operation without a circuit.
  Answer satisfiable(const std::vector<Condition>& earlier, const Condition& condition);

 private:
  const std::vector<uint32_t>& variables(TermId id);
  std::vector<Condition> connected(const std::vector<Condition>& earlier, const Condition& condition);
  const circuit::Word& word(TermId id);
  circuit::Word compute(TermId id);
  circuit::Word result(TermId id);
  circuit::Word float_result(TermId id);

  static constexpr int kMostConflicts = 5'000;  // in one question: about a second
  const Terms& terms_;
  circuit::Circuit circuit_;
  solver::Sat sat_{solver::Limits{}, solver::Sat::Questions::ManyEasy};
  solver::Encoder encoder_;
  std::vector<circuit::Word> words_;                   // by term; empty: not computed yet
  std::map<TermId, std::vector<uint32_t>> variables_;  // of terms of conditions
  std::map<std::vector<Condition>, Answer> known_;
};

}  // namespace mover::terms
