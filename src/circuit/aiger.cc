// The writers and the reader of AIGER files.
#include "circuit/aiger.h"

#include <algorithm>
#include <sstream>
#include <vector>

namespace mover::circuit {

namespace {

// The numbering of nodes in AIGER files: inputs, then latches, then gates.
class Numbers {
 public:
  explicit Numbers(const Circuit& c) : of_node_(c.node_count()) {
    uint32_t next = 1;
    for (const Input& input : c.inputs()) of_node_[input.node] = next++;
    for (const Latch& latch : c.latches()) of_node_[latch.node] = next++;
    for (uint32_t node = 1; node < c.node_count(); ++node)
      if (c.kind(node) == Kind::And) of_node_[node] = next++;
    highest_ = next - 1;
  }
  uint32_t of(Literal l) const { return 2 * of_node_[node_of(l)] + (is_negated(l) ? 1 : 0); }
  uint32_t highest() const { return highest_; }

 private:
  std::vector<uint32_t> of_node_;
  uint32_t highest_ = 0;
};

void write_header(const char* magic, const Circuit& c, const Numbers& numbers, std::ostream& out) {
  out << magic << ' ' << numbers.highest() << ' ' << c.inputs().size() << ' ' << c.latches().size() << " 0 "
      << c.gate_count() << ' ' << c.bads().size() << ' ' << c.constraints().size() << '\n';
}

void write_latch(const Latch& latch, const Numbers& numbers, std::ostream& out) {
  out << numbers.of(latch.next);
  if (latch.initial == Initial::One) out << " 1";
  if (latch.initial == Initial::Free) out << ' ' << numbers.of(2 * latch.node);
  out << '\n';
}

void write_properties(const Circuit& c, const Numbers& numbers, std::ostream& out) {
  for (const Bad& bad : c.bads()) out << numbers.of(bad.literal) << '\n';
  for (Literal constraint : c.constraints()) out << numbers.of(constraint) << '\n';
}

// A name extends to the end of its line, so it must not contain a newline.
std::string in_one_line(std::string name) {
  std::replace(name.begin(), name.end(), '\n', ' ');
  return name;
}

void write_symbols(const Circuit& c, std::ostream& out) {
  auto write = [&](char kind, size_t i, const std::string& name) {
    if (!name.empty()) out << kind << i << ' ' << in_one_line(name) << '\n';
  };
  for (size_t i = 0; i < c.inputs().size(); ++i) write('i', i, c.inputs()[i].name);
  for (size_t i = 0; i < c.latches().size(); ++i) write('l', i, c.latches()[i].name);
  for (size_t i = 0; i < c.bads().size(); ++i) write('b', i, c.bads()[i].name);
}

// Writes seven bits per byte, least significant bits first. The highest bit of a byte says that more bytes follow.
void write_delta(uint32_t delta, std::ostream& out) {
  for (; delta >= 0x80; delta >>= 7) out.put(static_cast<char>((delta & 0x7f) | 0x80));
  out.put(static_cast<char>(delta));
}

}  // namespace

void write_aiger_text(const Circuit& c, std::ostream& out) {
  Numbers numbers(c);
  write_header("aag", c, numbers, out);
  for (const Input& input : c.inputs()) out << numbers.of(2 * input.node) << '\n';
  for (const Latch& latch : c.latches()) {
    out << numbers.of(2 * latch.node) << ' ';
    write_latch(latch, numbers, out);
  }
  write_properties(c, numbers, out);
  for (uint32_t node = 1; node < c.node_count(); ++node)
    if (c.kind(node) == Kind::And)
      out << numbers.of(2 * node) << ' ' << numbers.of(c.left(node)) << ' ' << numbers.of(c.right(node)) << '\n';
  write_symbols(c, out);
}

void write_aiger_binary(const Circuit& c, std::ostream& out) {
  Numbers numbers(c);
  write_header("aig", c, numbers, out);
  for (const Latch& latch : c.latches()) write_latch(latch, numbers, out);
  write_properties(c, numbers, out);
  for (uint32_t node = 1; node < c.node_count(); ++node) {
    if (c.kind(node) != Kind::And) continue;
    uint32_t gate = numbers.of(2 * node), left = numbers.of(c.left(node)), right = numbers.of(c.right(node));
    if (left < right) std::swap(left, right);
    write_delta(gate - left, out);
    write_delta(left - right, out);
  }
  write_symbols(c, out);
}

namespace {

class TextReader {
 public:
  explicit TextReader(std::istream& in) : in_(in) {}

  std::optional<Circuit> read(std::string& error) {
    std::string magic;
    std::vector<uint32_t> header = line(magic);
    header.resize(9);
    uint32_t variables = header[0], inputs = header[1], latches = header[2], outputs = header[3], gates = header[4],
             bads = header[5], constraints = header[6];
    if (magic != "aag") return error = "it does not begin with aag", std::nullopt;
    if (header[7] != 0 || header[8] != 0) return error = "justice and fairness are not supported", std::nullopt;
    literals_.assign(variables + size_t{1}, kUnset);
    literals_[0] = kFalse;
    std::string none;
    for (uint32_t i = 0; i < inputs; ++i) define(line(none), 1, [&] { return circuit_.input({}); });
    std::vector<std::vector<uint32_t>> latch_lines;
    for (uint32_t i = 0; i < latches; ++i) {
      std::vector<uint32_t> numbers = line(none);
      Initial initial = numbers.size() < 3 || numbers[2] == 0 ? Initial::Zero
                        : numbers[2] == 1                     ? Initial::One
                                                              : Initial::Free;
      define(numbers, 2, [&] { return circuit_.latch({}, initial); });
      latch_lines.push_back(std::move(numbers));
    }
    std::vector<uint32_t> output_literals = one_each(outputs), bad_literals = one_each(bads),
                          constraint_literals = one_each(constraints);
    for (uint32_t i = 0; i < gates; ++i) {
      std::vector<uint32_t> numbers = line(none);
      define(numbers, 3, [&] { return circuit_.conjunction(of(numbers[1]), of(numbers[2])); });
    }
    if (bads == 0) bad_literals = output_literals;
    for (const auto& numbers : latch_lines)
      if (wellformed_) circuit_.set_next(of(numbers[0]), of(numbers[1]));
    for (uint32_t l : bad_literals) circuit_.bad({}, of(l));
    for (uint32_t l : constraint_literals) circuit_.constrain(of(l));
    if (!wellformed_) return error = "line " + std::to_string(line_) + " does not match the header", std::nullopt;
    return std::move(circuit_);
  }

 private:
  static constexpr Literal kUnset = UINT32_MAX;

  std::vector<uint32_t> line(std::string& word) {
    std::string text;
    if (!std::getline(in_, text)) wellformed_ = false;
    ++line_;
    std::istringstream words(text);
    std::vector<uint32_t> numbers;
    if (line_ == 1) words >> word;
    for (uint32_t number; words >> number;) numbers.push_back(number);
    return numbers;
  }

  template <typename Make>
  void define(const std::vector<uint32_t>& numbers, size_t least, Make make) {
    if (numbers.size() < least || numbers[0] % 2 != 0 || numbers[0] / 2 >= literals_.size() ||
        literals_[numbers[0] / 2] != kUnset)
      wellformed_ = false;
    else
      literals_[numbers[0] / 2] = make();
  }

  std::vector<uint32_t> one_each(uint32_t count) {
    std::vector<uint32_t> result;
    std::string none;
    for (uint32_t i = 0; i < count; ++i) {
      std::vector<uint32_t> numbers = line(none);
      if (numbers.size() == 1)
        result.push_back(numbers[0]);
      else
        wellformed_ = false;
    }
    return result;
  }

  Literal of(uint32_t number) {
    if (number / 2 >= literals_.size() || literals_[number / 2] == kUnset) return wellformed_ = false, kFalse;
    return literals_[number / 2] ^ (number & 1);
  }

  std::istream& in_;
  Circuit circuit_;
  std::vector<Literal> literals_;
  size_t line_ = 0;
  bool wellformed_ = true;
};

}  // namespace

std::optional<Circuit> read_aiger_text(std::istream& in, std::string& error) { return TextReader(in).read(error); }

}  // namespace mover::circuit
