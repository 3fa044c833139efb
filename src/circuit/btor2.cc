// The writer of BTOR2 files.
#include "circuit/btor2.h"

#include <algorithm>
#include <string>
#include <vector>

namespace mover::circuit {

namespace {

class Writer {
 public:
  Writer(const Circuit& circuit, std::ostream& out) : circuit_(circuit), out_(out), of_node_(circuit.node_count()) {}

  void write() {
    line("sort bitvec 1");
    of_node_[0] = line("zero 1");
    int64_t one = line("one 1");
    for (const Input& input : circuit_.inputs()) of_node_[input.node] = line("input 1" + symbol(input.name));
    for (const Latch& latch : circuit_.latches()) of_node_[latch.node] = line("state 1" + symbol(latch.name));
    for (const Latch& latch : circuit_.latches())
      if (latch.initial != Initial::Free)
        line("init 1", {of_node_[latch.node], latch.initial == Initial::One ? one : of_node_[0]});
    for (uint32_t node = 1; node < circuit_.node_count(); ++node)
      if (circuit_.kind(node) == Kind::And)
        of_node_[node] = line("and 1", {of(circuit_.left(node)), of(circuit_.right(node))});
    for (const Latch& latch : circuit_.latches()) line("next 1", {of_node_[latch.node], of(latch.next)});
    for (Literal constraint : circuit_.constraints()) line("constraint", {of(constraint)});
    for (const Bad& bad : circuit_.bads()) line("bad", {of(bad.literal)}, symbol(bad.name));
  }

 private:
  // BTOR2 denotes the negation of an operand by a minus sign before its number.
  int64_t of(Literal l) const {
    int64_t number = of_node_[node_of(l)];
    return is_negated(l) ? -number : number;
  }

  int64_t line(const std::string& text, std::initializer_list<int64_t> operands = {}, const std::string& after = {}) {
    out_ << ++lines_ << ' ' << text;
    for (int64_t operand : operands) out_ << ' ' << operand;
    out_ << after << '\n';
    return lines_;
  }
  static std::string symbol(std::string name) {  // a symbol must not contain white space or begin a comment
    std::replace_if(name.begin(), name.end(), [](char c) { return c <= ' ' || c == ';'; }, '_');
    return name.empty() ? name : " " + name;
  }

  const Circuit& circuit_;
  std::ostream& out_;
  std::vector<int64_t> of_node_;
  int64_t lines_ = 0;
};

}  // namespace

void write_btor2(const Circuit& circuit, std::ostream& out) { Writer(circuit, out).write(); }

}  // namespace mover::circuit
