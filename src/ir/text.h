// The text form of the IR: `print` writes it, `parse` reads it back exactly, and it can be written by hand. docs/ir.md
// describes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "ir/ir.h"

namespace mover::ir {

// Never fails. Invalid parts of a program are printed as text that parse() rejects.
std::string print(const Program& program);
std::string print(const Program& program, const Function& function);
// One instruction without its location, for messages. REQUIRES: pc < function.code.size().
std::string print_instruction(const Program& program, const Function& function, uint32_t pc);

struct ParseError {
  std::string message;  // one sentence
  uint32_t line = 0, column = 0;
};

// Returns a ParseError if the syntax is wrong. It does not check register numbers, widths, arities and the like, which
// the verifier does. An instruction, function or global that is written without a location has its own line in the text
// as its location, in file `name`. The result is in normal form (normal_form.h): parse(print(p)) is normal_form(p) for
// every p in which the verifier finds no error, except that more than 64 MiB of initial bytes are rejected.
std::variant<Program, ParseError> parse(std::string_view text, std::string_view name = "<ir>");

}  // namespace mover::ir
