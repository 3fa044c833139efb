// Internal to the parser: declarations that its parts share. parser.cc parses declarations, parse_function.cc
// functions, literal.cc operands and constants.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "ir/lexer.h"

namespace mover::ir {

// Larger numbers are rejected, so that a short text cannot require gigabytes of memory.
constexpr uint64_t kMaxRegisters = 1 << 20;
constexpr uint64_t kMaxInitialBytes = 64 << 20;  // of all globals together

// The meaning of @name. Names may be used before they are defined, so all definitions are collected first.
class Symbols {
 public:
  explicit Symbols(std::string_view text);

  Constant resolve(const Token& symbol) const;  // a Global or Function constant, or a SyntaxError
  uint64_t num_functions() const { return num_functions_; }
  uint64_t num_globals() const { return num_globals_; }

 private:
  struct Definition {
    Constant what;
    uint32_t line = 0;
    uint32_t other_line = 0;  // the line of a second definition; 0 if there is none
  };
  void define(const Token& symbol, Constant::Kind kind, uint32_t id);

  std::unordered_map<std::string, Definition> definitions_;
  uint32_t num_functions_ = 0, num_globals_ = 0;
};

// One parsed operand. Its bits depend on its width, which may be written after it, so they are computed later.
struct Literal {
  enum class Kind : uint8_t { Register, Integer, Float, Undef, Address, Pair } kind = Kind::Undef;
  Token token;            // the beginning of the operand
  bool negative = false;  // Integer, Float
  Wide magnitude = 0;     // Integer
  Constant address;       // Address
  uint32_t reg = 0;       // Register
  Constant low, high;     // Pair
};

Literal parse_literal(Lexer& lexer, const Symbols& symbols);
// @name, function:3 or global:3, without an offset.
Constant parse_name(Lexer& lexer, const Symbols& symbols);
// @name+8: an address, offset included.
Constant parse_address(Lexer& lexer, const Symbols& symbols);
int64_t parse_signed(Lexer& lexer, const char* what);
// The constant for a literal that is not a register, of at most 64 bits.
Constant narrow_constant(const Literal& literal, uint32_t width);
// The same for more than 64 bits: the low half and the high half.
std::pair<Constant, Constant> wide_constant(const Literal& literal, uint32_t width);

// Parses locations. Text without a location has its own line as its location.
class Locations {
 public:
  explicit Locations(Program& program) : program_(program) {}

  // The location at the lexer's position, if there is one; otherwise the line of `begin` in the text itself.
  LocId parse(Lexer& lexer, const Token& begin);
  // Sets the file of locations in the text itself. REQUIRES: called once, at the end.
  void finish(std::string_view own_name);

 private:
  static constexpr uint32_t kOwnFile = UINT32_MAX;  // stands for the text itself until finish()
  LocId add(Loc loc);

  Program& program_;
  bool has_own_ = false;
};

// Parses a function from after the word "func" up to its closing brace.
Function parse_function(Lexer& lexer, const Symbols& symbols, Locations& locations, const Token& begin);

}  // namespace mover::ir
