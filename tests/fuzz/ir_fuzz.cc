// Fuzzes the text form of the IR. parse() accepts or rejects arbitrary bytes. An accepted program must be the same
// after it is printed and parsed again, and the verifier must terminate on it.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "ir/normal_form.h"
#include "ir/text.h"
#include "ir/verify.h"

namespace {

using mover::ir::ParseError;
using mover::ir::Program;

// Calls abort(), so that libFuzzer keeps the input.
[[noreturn]] void broken(const char* what, const std::string& text) {
  std::fprintf(stderr, "%s\n%s", what, text.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto first = mover::ir::parse(input);
  if (std::holds_alternative<ParseError>(first)) {
    const ParseError& error = std::get<ParseError>(first);
    if (error.message.empty() || error.line == 0 || error.column == 0) broken("An error says what and where.", "");
    return 0;
  }
  const Program& program = std::get<Program>(first);
  mover::ir::verify(program);
  const std::string text = mover::ir::print(program);
  const auto second = mover::ir::parse(text);
  if (std::holds_alternative<ParseError>(second)) broken("What was printed does not parse:", text);
  if (!mover::ir::identical(program, std::get<Program>(second))) broken("What was printed reads differently:", text);
  return 0;
}
