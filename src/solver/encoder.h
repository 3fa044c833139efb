// The Tseitin encoding of a circuit as clauses [Tse68]. Gates are encoded on demand, so the SAT solver gets only the
// cones of the literals that are used. A multiplexer or an exclusive or, each of which is three gates in the circuit,
// is encoded as one gate.
#pragma once

#include <vector>

#include "circuit/aig.h"
#include "solver/sat.h"

namespace mover::solver {

class Encoder {
 public:
  // Gates may be added to the circuit later.
  Encoder(const Circuit& circuit, Sat& sat) : circuit_(circuit), sat_(sat) {}

  int literal(Literal l);
  void add(Literal l) { sat_.add({literal(l)}); }  // requires that the literal is true

  bool is_encoded(Literal l) const { return node_of(l) < variables_.size() && variables_[node_of(l)] != 0; }
  // The value in the solver's solution. An input that is not encoded may have any value, and is false here. REQUIRES:
  // the last call of the solver was satisfiable, and if the literal is a gate, it is encoded.
  bool value(Literal l) const;

 private:
  struct Multiplexer {
    Literal condition, then, otherwise;
  };
  bool is_multiplexer(uint32_t gate, Multiplexer& found) const;
  void encode(uint32_t root);
  bool is_known(Literal l) const { return variables_[node_of(l)] != 0; }
  int known(Literal l) const { return is_negated(l) ? -variables_[node_of(l)] : variables_[node_of(l)]; }
  static uint32_t node_of(Literal l) { return circuit::node_of(l); }
  static bool is_negated(Literal l) { return circuit::is_negated(l); }

  const Circuit& circuit_;
  Sat& sat_;
  std::vector<int> variables_;  // by node; 0: not encoded yet
  std::vector<uint32_t> stack_;
};

}  // namespace mover::solver
