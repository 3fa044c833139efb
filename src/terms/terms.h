// Terms over unknown values. An uninitialised value is one arbitrary value, which is the same at each use. The
// interpreter represents it by a variable, and the results of operations on it by terms. Terms are hash-consed: equal
// terms have the same number.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "ir/ops.h"

namespace mover::terms {

using TermId = uint32_t;  // 0: no term

struct Term {
  enum class Kind : uint8_t {
    Variable,  // `number` is the variable's number
    Constant,  // `number` is its value, of at most 64 bits
    Part,      // `width` bits of `a` from bit `number` on
    Join,      // the bits of `a`, then those of `b`
    Result,    // of the operation `op`
  };
  Kind kind = Kind::Variable;
  ir::Op op = ir::Op::Mov;
  uint8_t sub = 0;     // of the operation, as in ir::Instr
  uint16_t width = 0;  // in bits
  TermId a = 0, b = 0;
  uint64_t number = 0;
  bool operator==(const Term&) const = default;
};

class Terms {
 public:
  Terms() : terms_(1), not_modelled_(1) {}

  TermId variable(uint32_t number, unsigned width) {
    return intern({Term::Kind::Variable, ir::Op::Mov, 0, static_cast<uint16_t>(width), 0, 0, number});
  }
  TermId constant(uint64_t bits, unsigned width) {
    return intern({Term::Kind::Constant, ir::Op::Mov, 0, static_cast<uint16_t>(width), 0, 0, bits});
  }
  TermId part(TermId a, unsigned from, unsigned width);
  TermId join(TermId low, TermId high);
  TermId result(ir::Op op, uint8_t sub, unsigned width, TermId a, TermId b = 0);

  const Term& operator[](TermId id) const { return terms_[id]; }
  // Whether the term contains an operation for which there is no circuit (circuits.cc). Its value is not known, even if
  // those of the variables are.
  bool is_not_modelled(TermId id) const { return not_modelled_[id]; }
  // The numbers of the term's variables, each once, in the order of a fixed traversal.
  std::vector<uint32_t> variables(TermId id) const;
  // The term with other variables: name(number) is the number of the new one. `known` caches results, and is valid as
  // long as the names do not change.
  using Renamed = std::unordered_map<TermId, TermId>;
  TermId renamed(TermId id, Renamed& known, const std::function<uint32_t(uint32_t)>& name);

 private:
  struct Hash {
    size_t operator()(const Term& term) const;
  };
  struct Sum {
    TermId term = 0;  // 0: none
    uint64_t number = 0;
  };
  TermId intern(const Term& term);
  Sum as_sum(TermId id) const;
  TermId of_sum(const Sum& sum, unsigned width);
  TermId simplified(ir::Op op, uint8_t sub, unsigned width, TermId a, TermId b);

  std::vector<Term> terms_;         // a term's operands come before it
  std::vector<bool> not_modelled_;  // by term
  std::unordered_map<Term, TermId, Hash> ids_;
};

}  // namespace mover::terms
