// Writes clauses over latches as comparisons of words.
#include "solver/invariant_text.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

namespace mover::solver {

using circuit::is_negated;
using circuit::Kind;
using circuit::node_of;

namespace {

std::string constant_text(uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, value < 10 ? "%llu" : "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

class Writer {
 public:
  explicit Writer(const Circuit& circuit) : circuit_(circuit) {
    for (uint32_t w = 0; w < circuit.words().size(); ++w) {
      const circuit::Word& bits = circuit.words()[w].bits;
      for (uint32_t i = 0; i < bits.size() && i < 64; ++i)
        if (circuit.kind(node_of(bits[i])) == Kind::Latch && !is_negated(bits[i]))
          bit_of_.try_emplace(node_of(bits[i]), Bit{w, i});
    }
  }

  void write(const std::string& expression) { lines_ += expression + "\n"; }

  // A clause is written as the negation of a conjunction, so that one comparison can stand for several bits of a word:
  // "!((x & 6) == 4 && y == 1)".
  void write_clause(const std::vector<Literal>& clause) {
    std::map<uint32_t, Masked> words;
    std::vector<std::string> conditions;
    for (Literal l : clause) {
      auto bit = bit_of_.find(node_of(l));
      if (bit == bit_of_.end()) {
        conditions.push_back(operand(circuit::negate(l)));
        continue;
      }
      Masked& word = words[bit->second.word];
      word.mask |= 1ull << bit->second.index;
      if (is_negated(l)) word.value |= 1ull << bit->second.index;
    }
    for (const auto& [w, masked] : words) conditions.push_back(comparison(w, masked, "=="));
    if (clause.size() == 1 || conditions.size() == 1) {
      if (words.size() == 1) return write(comparison(words.begin()->first, words.begin()->second, "!="));
      return write(operand(clause[0]));
    }
    std::string all;
    for (const std::string& condition : conditions) all += (all.empty() ? "" : " && ") + condition;
    write("!(" + all + ")");
  }

  // Writes the unit clauses over bits of words as one comparison for each word. Returns, by clause, whether it was
  // written.
  std::vector<bool> write_constant_bits(const std::vector<std::vector<Literal>>& clauses) {
    std::map<uint32_t, Masked> words;
    std::vector<bool> written(clauses.size(), false);
    for (size_t i = 0; i < clauses.size(); ++i) {
      if (clauses[i].size() != 1) continue;
      const auto bit = bit_of_.find(node_of(clauses[i][0]));
      if (bit == bit_of_.end()) continue;
      Masked& word = words[bit->second.word];
      word.mask |= 1ull << bit->second.index;
      if (!is_negated(clauses[i][0])) word.value |= 1ull << bit->second.index;
      written[i] = true;
    }
    for (const auto& [w, masked] : words) write(comparison(w, masked, "=="));
    return written;
  }

  const std::string& lines() const { return lines_; }

 private:
  struct Bit {
    uint32_t word, index;
  };
  struct Masked {
    uint64_t mask = 0, value = 0;
  };

  std::string comparison(uint32_t w, Masked masked, const std::string& operation) const {
    const circuit::NamedWord& word = circuit_.words()[w];
    uint64_t whole = word.bits.size() >= 64 ? ~0ull : (1ull << word.bits.size()) - 1;
    std::string left = masked.mask == whole ? word.name : "(" + word.name + " & " + constant_text(masked.mask) + ")";
    return left + " " + operation + " " + constant_text(masked.value);
  }

  std::string operand(Literal l) {
    if (circuit::is_constant(l)) return l == circuit::kTrue ? "1" : "0";
    return (is_negated(l) ? "!" : "") + name_of(node_of(l));
  }

  std::string name_of(uint32_t root) {
    define(root);
    return known_name(root);
  }

  std::string known_name(uint32_t node) const {
    if (circuit_.kind(node) == Kind::And) return "g" + std::to_string(node);
    auto bit = bit_of_.find(node);
    if (bit == bit_of_.end()) return circuit_.latches()[circuit_.index(node)].name;
    return "(" + circuit_.words()[bit->second.word].name + " >> " + std::to_string(bit->second.index) + " & 1)";
  }

  void define(uint32_t root) {
    std::vector<uint32_t> stack = {root}, below;
    while (!stack.empty()) {
      uint32_t node = stack.back();
      stack.pop_back();
      if (circuit_.kind(node) != Kind::And || !defined_.insert(node).second) continue;
      below.push_back(node);
      stack.push_back(node_of(circuit_.left(node)));
      stack.push_back(node_of(circuit_.right(node)));
    }
    std::sort(below.begin(), below.end());
    for (uint32_t node : below) {
      Literal l = circuit_.left(node), r = circuit_.right(node);
      lines_ += "bool g" + std::to_string(node) + " = " + (is_negated(l) ? "!" : "") + known_name(node_of(l)) + " && " +
                (is_negated(r) ? "!" : "") + known_name(node_of(r)) + ";\n";
    }
  }

  const Circuit& circuit_;
  std::map<uint32_t, Bit> bit_of_;
  std::set<uint32_t> defined_;
  std::string lines_;
};

}  // namespace

std::string in_c_expressions(const Circuit& circuit, const Invariant& invariant) {
  Writer writer(invariant.circuit ? *invariant.circuit : circuit);
  const std::vector<bool> written = writer.write_constant_bits(invariant.clauses);
  for (size_t i = 0; i < invariant.clauses.size(); ++i) {
    if (written[i]) continue;
    if (i < invariant.texts.size() && !invariant.texts[i].empty())
      writer.write(invariant.texts[i]);
    else
      writer.write_clause(invariant.clauses[i]);
  }
  return writer.lines();
}

}  // namespace mover::solver
