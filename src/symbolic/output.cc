// Recognises calls that print texts and numbers. Such calls are not inlined, because their output is not modelled, and
// they have no other effect. They read the texts that are not constant.
#include <algorithm>
#include <optional>
#include <string_view>

#include "symbolic/values.h"

namespace mover::symbolic {

namespace {

// The arguments that a format converts, in order: 's' for a text, 'n' for a number or an address; nullopt: the format
// has an unknown conversion.
std::optional<std::string> conversions(std::string_view format) {
  std::string result;
  size_t i = 0;
  auto skip = [&](std::string_view characters) {
    for (; i < format.size() && characters.find(format[i]) != std::string_view::npos; ++i)
      if (format[i] == '*') result += 'n';
  };
  while (i < format.size()) {
    if (format[i++] != '%') continue;
    if (i < format.size() && format[i] == '%') {
      ++i;
      continue;
    }
    skip("-+ #0");
    skip("0123456789*");
    skip(".0123456789*");
    const size_t length = i;
    skip("hljzt");
    if (i >= format.size()) return std::nullopt;
    if (format[i] == 's' && i == length)
      result += 's';
    else if (std::string_view("diouxXcpfFeEgG").find(format[i]) != std::string_view::npos)
      result += 'n';
    else
      return std::nullopt;
    ++i;
  }
  return result;
}

// The indices of the parameters of a function that prints; ir::kNone: it has no such parameter.
struct Printer {
  std::string_view name;
  uint32_t stream = ir::kNone, text = ir::kNone, format = ir::kNone;
};
constexpr Printer kPrinters[] = {{"printf", ir::kNone, ir::kNone, 0},
                                 {"fprintf", 0, ir::kNone, 1},
                                 {"puts", ir::kNone, 0, ir::kNone},
                                 {"fputs", 1, 0, ir::kNone},
                                 {"putchar"},
                                 {"fputc", 1, ir::kNone, ir::kNone}};

}  // namespace

bool ValueAnalysis::is_constant_text(const AbstractValue& address) const {
  if (address.has_any_number() || !address.numbers().empty() || address.pointers().empty()) return false;
  return std::all_of(address.pointers().begin(), address.pointers().end(), [&](const auto& entry) {
    AbstractValue one;
    one.add_pointer(entry.first, entry.second);
    return constant_text(one).has_value();
  });
}

// Whether the stream can only be stdout or stderr.
bool ValueAnalysis::is_output_stream(const AbstractValue& stream) const {
  if (stream.has_any_number() || !stream.numbers().empty() || stream.pointers().empty()) return false;
  return std::all_of(stream.pointers().begin(), stream.pointers().end(), [&](const auto& entry) {
    const MemoryObject& object = objects_[entry.first];
    if (!object.is_constant || object.size != 4 || entry.second != Offsets{}) return false;
    const uint64_t descriptor = initial(entry.first, 0, 4);
    return descriptor == 1 || descriptor == 2;
  });
}

std::optional<ValueAnalysis::Printed> ValueAnalysis::printed_by(ThreadIndex t, NodeId node, ir::FunctionId id) const {
  const ir::Function& callee = program_.functions[id];
  const uint32_t count = instr(t, node).num_args;
  const auto* printer = std::find_if(std::begin(kPrinters), std::end(kPrinters),
                                     [&](const Printer& one) { return one.name == callee.name; });
  if (!callee.is_library || printer == std::end(kPrinters)) return std::nullopt;
  Printed result;
  auto add_text = [&](uint32_t index) {
    (is_constant_text(argument(t, node, index)) ? result.constant : result.strings).push_back(index);
  };
  if (printer->stream < count) {
    if (!is_output_stream(argument(t, node, printer->stream))) return std::nullopt;
    result.constant.push_back(printer->stream);
  }
  if (printer->text < count) add_text(printer->text);
  if (printer->format >= count) return result;
  const std::optional<std::string_view> format = constant_text(argument(t, node, printer->format));
  if (!format) return std::nullopt;
  result.constant.push_back(printer->format);
  const std::optional<std::string> converted = conversions(*format);
  if (!converted || converted->size() != count - printer->format - 1) return std::nullopt;
  for (uint32_t i = 0; i < converted->size(); ++i)
    if ((*converted)[i] == 's') add_text(printer->format + 1 + i);
  return result;
}

std::optional<std::vector<uint32_t>> ValueAnalysis::printed_pointers(ThreadIndex t, NodeId node,
                                                                     ir::FunctionId id) const {
  const std::optional<Printed> printed = printed_by(t, node, id);
  return printed ? std::optional(printed->constant) : std::nullopt;
}

std::vector<uint32_t> ValueAnalysis::printed_strings(ThreadIndex t, NodeId node, ir::FunctionId id) const {
  const std::optional<Printed> printed = printed_by(t, node, id);
  return printed ? printed->strings : std::vector<uint32_t>{};
}

bool ValueAnalysis::is_failed_assertion(ThreadIndex t, NodeId node, ir::FunctionId id) const {
  const ir::Function& callee = program_.functions[id];
  return bounds_.omits_messages && callee.is_library && (callee.name == "__assert_fail" || callee.name == "__assert") &&
         instr(t, node).num_args > 0 && constant_text(argument(t, node, 0)).has_value();
}

bool ValueAnalysis::is_output(ThreadIndex t, NodeId node, ir::FunctionId id) const {
  return printed_pointers(t, node, id).has_value();
}

}  // namespace mover::symbolic
