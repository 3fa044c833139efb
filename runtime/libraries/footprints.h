// The accesses of library functions that are not instrumented to the program's memory: a reviewed list. See
// libraries/footprint_list.h for the list and how it is written, libraries/imports.h for what becomes of functions that
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
  // Find: up to a character; Raw: whether or not the string ends before. Same: up to where two strings differ, be it
  // only in case.
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
  int argument = 0;       // which holds the address (ReadsInput: the stream; -1: standard input); counts the integer
                          // registers, then the words on the stack
  int64_t offset = 0;     // added to it
  uint64_t variable = 0;  // its address
  uint64_t bytes =
      1;  // Product: times the arguments `factors`. Between: times the bytes from one argument to the other, …
  uint64_t divisor = 1;  // … divided by this
  int factors[2] = {-1, -1};
  int counted[2] = {-1, -1};  // … and times what is stored where these arguments point to
  int like = -1;  // String: as long as the string at that argument; -1: the one that is accessed. UpTo: to there. Find:
                  // the character. Same: the other string. Integer: the base; -1: ten
  int most = -1;  // String, Same: the argument that tells how many characters at most
};

struct Footprint {
  bool is_known = false;
  std::vector<Effect> effects;  // none: it accesses nothing of the program's
};

// Of the function of that name, as the linker knows it, in a library (its file's name).
Footprint footprint_of(std::string_view name, std::string_view library);

// Whether the file of that name is part of the C or the C++ library; the loader.
bool is_standard_library(std::string_view library);
bool is_loader(std::string_view library);

// The integer argument registers of a call (rdi, rsi, rdx, rcx, r8, r9) and the words after them, which are on the
// stack.
constexpr int kRegisters = 6, kMostArguments = 10;
struct Arguments {
  uint64_t at[kMostArguments];
};
void perform(const std::vector<Effect>& effects, const Arguments& arguments, const void* pc);

// A name for a variable of the C library that has none of its own; empty: it is no such variable.
std::string library_variable(uint64_t address);

}  // namespace mover::runtime
