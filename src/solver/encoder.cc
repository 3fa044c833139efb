// The Tseitin encoding of gates and multiplexers.
#include "solver/encoder.h"

#include "support/check.h"

namespace mover::solver {

using circuit::Kind;
using circuit::negate;

// Whether the gate has the form !(c & x) & !(!c & y), which is c ? !x : !y.
bool Encoder::is_multiplexer(uint32_t gate, Multiplexer& found) const {
  Literal l = circuit_.left(gate), r = circuit_.right(gate);
  if (!is_negated(l) || !is_negated(r)) return false;
  if (circuit_.kind(node_of(l)) != Kind::And || circuit_.kind(node_of(r)) != Kind::And) return false;
  const Literal a[] = {circuit_.left(node_of(l)), circuit_.right(node_of(l))};
  const Literal b[] = {circuit_.left(node_of(r)), circuit_.right(node_of(r))};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      if (a[i] == negate(b[j])) return found = {a[i], negate(a[1 - i]), negate(b[1 - j])}, true;
  return false;
}

void Encoder::encode(uint32_t root) {
  stack_.assign(1, root);
  while (!stack_.empty()) {
    uint32_t node = stack_.back();
    if (variables_[node] != 0) {
      stack_.pop_back();
      continue;
    }
    if (circuit_.kind(node) != Kind::And) {
      variables_[node] = sat_.variable();
      if (circuit_.kind(node) == Kind::Constant) sat_.add({-variables_[node]});
      stack_.pop_back();
      continue;
    }
    Multiplexer mux;
    bool multiplexer = is_multiplexer(node, mux);
    Literal below[3] = {circuit_.left(node), circuit_.right(node), 0};
    if (multiplexer) below[0] = mux.condition, below[1] = mux.then, below[2] = mux.otherwise;
    bool ready = true;
    for (int i = 0; i < (multiplexer ? 3 : 2); ++i)
      if (!is_known(below[i])) stack_.push_back(node_of(below[i])), ready = false;
    if (!ready) continue;
    stack_.pop_back();
    int g = variables_[node] = sat_.variable();
    int a = known(below[0]), b = known(below[1]);
    if (!multiplexer) {
      sat_.add({-g, a});
      sat_.add({-g, b});
      sat_.add({g, -a, -b});
      continue;
    }
    int c = known(below[2]);
    sat_.add({-a, -g, b});
    sat_.add({-a, g, -b});
    sat_.add({a, -g, c});
    sat_.add({a, g, -c});
    if (b == -c) continue;  // an exclusive or: the next two clauses would be tautologies
    sat_.add({-g, b, c});
    sat_.add({g, -b, -c});
  }
}

int Encoder::literal(Literal l) {
  if (variables_.size() < circuit_.node_count()) variables_.resize(circuit_.node_count());
  if (variables_[node_of(l)] == 0) encode(node_of(l));
  return known(l);
}

bool Encoder::value(Literal l) const {
  if (!is_encoded(l)) {
    MOVER_CHECK(circuit_.kind(node_of(l)) != Kind::And, "the solver knows the gates whose values are read");
    return is_negated(l);
  }
  return sat_.value(known(l));
}

}  // namespace mover::solver
