// The accesses to the program's memory by library functions that are not instrumented, from a reviewed list.
// libraries/footprint_list.h describes the list and its notation, libraries/imports.h what happens to functions that
// are not in it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mover::runtime {

// One access that a function makes on behalf of its caller.
struct Effect {
  enum class Kind : uint8_t { Read, Write, Atomic, EndOfCatch, AsksSystem, ReadsInput } kind = Kind::Read;
  enum class Where : uint8_t { Argument, PointedTo, Variable } where = Where::Argument;
  // Find: up to a character or the end of the string; FindRaw: up to the character, even beyond the end of the string.
  // Same: up to the first character in which two strings differ; SameLetters: the same, ignoring case.
  enum class Size : uint8_t {
    Product,
    String,
    UpTo,
    Between,
    StdString,
    Find,
    FindRaw,
    Same,
    SameLetters,
    Integer,
    Real
  } size = Size::Product;
  bool is_wide = false;  // characters are wchar_t
  bool may_be_null = false;
  // The number of the argument that is the address. ReadsInput: of the one that is the stream; -1: standard input.
  int argument = 0;
  uint64_t pointer_at = 0;  // PointedTo: where the pointer lies, from the address in the argument
  int64_t offset = 0;       // added to the address
  uint64_t variable = 0;    // the address of the variable
  // Product: the size is `bytes`, times the arguments `factors`, times the numbers at the addresses in the arguments
  // `counted`. Between: it is `bytes` times the distance between the two arguments `factors`, divided by `divisor`.
  uint64_t bytes = 1;
  uint64_t divisor = 1;
  int factors[2] = {-1, -1};
  int counted[2] = {-1, -1};
  // The number of another argument. String: the size is that of the string there; -1: that of the accessed string.
  // UpTo: the end. Find: the character. Same: the other string. Integer: the base; -1: ten.
  int like = -1;
  int most = -1;  // String, Same: the number of the argument that bounds the number of characters
};

struct Footprint {
  bool is_known = false;
  std::vector<Effect> effects;  // empty: it does not access the program's memory
};

// The footprint of the function with this linker name in a library (its file name).
Footprint footprint_of(std::string_view name, std::string_view library);

// Whether the library of this file name is part of the C or C++ library, including the loader; whether it is the
// loader.
bool is_standard_library(std::string_view library);
bool is_loader(std::string_view library);

// The values in the integer argument registers of a call (rdi, rsi, rdx, rcx, r8, r9), and the first words of its
// arguments on the stack.
constexpr int kRegisters = 6, kMostArguments = 10;
struct Arguments {
  uint64_t at[kMostArguments];
};
void perform(const std::vector<Effect>& effects, const Arguments& arguments, const void* pc);

// A description of a variable of the C library that has no name of its own; empty if the address is no such variable.
std::string library_variable(uint64_t address);

}  // namespace mover::runtime
