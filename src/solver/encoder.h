// Clauses for the gates of a circuit [Tse68], made when a literal is asked for: only the cone of what is used reaches
// the solver. A multiplexer or exclusive or, which is three gates in a circuit, is encoded as one gate.
#pragma once

#include <vector>

#include "circuit/aig.h"
#include "solver/sat.h"

namespace mover::solver {

class Encoder {
 public:
  // The circuit may grow afterwards.
  Encoder(const Circuit& circuit, Sat& sat) : circuit_(circuit), sat_(sat) {}

  int literal(Literal l);
  void add(Literal l) { sat_.add({literal(l)}); }  // it holds

  bool is_encoded(Literal l) const { return node_of(l) < variables_.size() && variables_[node_of(l)] != 0; }
  // After a satisfiable call. An input that was never encoded does not matter and is false. REQUIRES: gates are
  // encoded.
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
  std::vector<int> variables_;  // per node; 0: not encoded yet
  std::vector<uint32_t> stack_;
};

}  // namespace mover::solver
