// The accesses to the program's memory by library functions that are not instrumented, from a reviewed list.
// libraries/footprint_list.h describes the list and its notation. libraries/imports.h describes how functions that are
// not in the list are handled.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mover::runtime {

// One access that a function makes on behalf of its caller.
struct Effect {
  enum class Kind : uint8_t {
    Read,
    Write,
    Observe,
    Atomic,
    EndOfCatch,
    AsksSystem,
    AltersSystem,
    ReadsInput
  } kind = Kind::Read;
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
  // The number of the argument that is the address. ReadsInput: the number of the argument that is the stream; -1: the
  // function always reads standard input.
  int argument = 0;
  uint64_t pointer_at = 0;  // PointedTo: the offset of the pointer from the address in the argument
  int64_t offset = 0;       // added to the address
  uint64_t variable = 0;    // the address of the variable
  // Product: the size is `bytes`, times the arguments `factors`, times the numbers at the addresses in the arguments
  // `counted`. Between: it is `bytes` times the distance between the two arguments `factors`, divided by `divisor`.
  uint64_t bytes = 1;
  uint64_t divisor = 1;
  int factors[2] = {-1, -1};
  int counted[2] = {-1, -1};
  // The number of another argument. String: the size of the access is that of the string in this argument; -1: it is
  // that of the accessed string. UpTo: the argument is the end. Find: it is the character. Same: it is the other
  // string. Integer: it is the base; -1: the base is ten.
  int like = -1;
  int most = -1;  // String, Same: the number of the argument that bounds the number of characters
};

struct Footprint {
  bool is_known = false;
  std::vector<Effect> effects;  // empty: it does not access the program's memory
};

// The footprint of the function with this linker name in a library (its file name).
Footprint footprint_of(std::string_view name, std::string_view library);

// Whether the library with this file name is part of the C or C++ library; the loader counts as such a part.
bool is_standard_library(std::string_view library);
bool is_loader(std::string_view library);

// The values in the integer argument registers of a call (rdi, rsi, rdx, rcx, r8, r9), and the first words of its
// arguments on the stack.
constexpr int kRegisters = 6, kMostArguments = 10;
struct Arguments {
  uint64_t at[kMostArguments];
};
void perform(const std::vector<Effect>& effects, const Arguments& arguments, const void* pc);

// The address of this word stands for the state of the C library's random and rand.
extern uint64_t state_of_random;

// A description of the variable at this address, if a word of the run-time stands for a variable of a library that has
// no external name; otherwise empty.
std::string library_variable(uint64_t address);

}  // namespace mover::runtime
