// The text form of the IR: what `print` writes, `parse` reads back exactly, and people can write by hand. docs/ir.md
// describes it for writers of tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "ir/ir.h"

namespace mover::ir {

// Never fails; a broken program prints as text that does not parse where it is broken.
std::string print(const Program& program);
std::string print(const Program& program, const Function& function);
// One instruction without its location, for messages. REQUIRES: pc < function.code.size().
std::string print_instruction(const Program& program, const Function& function, uint32_t pc);

struct ParseError {
  std::string message;  // one sentence
  uint32_t line = 0, column = 0;
};

// Everything that the text gets wrong as text is a ParseError; what the verifier checks (register numbers, widths,
// arities, …) is left to it. Instructions, functions and globals without a location get their own line in the text, in
// file `name`. The result is in normal form (normal_form.h): parse(print(p)) is normal_form(p) for every p in which the
// verifier finds nothing, except that more than 64 MiB of initial bytes are refused.
std::variant<Program, ParseError> parse(std::string_view text, std::string_view name = "<ir>");

}  // namespace mover::ir
