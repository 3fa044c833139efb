#include "cli/load.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <variant>

#include "frontend/frontend.h"
#include "ir/tear_copies.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "support/check.h"

namespace mover::cli {

namespace {

bool is_ir_text(const std::string& file) { return file.ends_with(".mir"); }

Loaded load_ir_text(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::stringstream text;
  if (!stream || !(text << stream.rdbuf())) return {{}, file + ": cannot be read"};
  auto parsed = ir::parse(text.str(), file);
  if (auto* error = std::get_if<ir::ParseError>(&parsed)) {
    return {
        {},
        file + ":" + std::to_string(error->line) + ":" + std::to_string(error->column) + ": error: " + error->message};
  }
  Loaded loaded{std::get<ir::Program>(std::move(parsed)), ""};
  for (const std::string& problem : ir::verify(loaded.program)) {
    loaded.error += (loaded.error.empty() ? "" : "\n") + file + ": error: " + problem;
  }
  return loaded;
}

}  // namespace

static Loaded load_as_written(const Source& source) {
  if (std::any_of(source.inputs.begin(), source.inputs.end(), is_ir_text)) {
    if (source.inputs.size() > 1) return {{}, "a .mir file is a whole program: give it alone"};
    return load_ir_text(source.inputs.front());
  }
  auto result = frontend::load({source.inputs, source.compiler_flags, source.compile_commands});
  if (auto* error = std::get_if<frontend::Error>(&result)) return {{}, error->message};
  Loaded loaded{std::get<ir::Program>(std::move(result)), ""};
  std::vector<std::string> problems = ir::verify(loaded.program);
  MOVER_CHECK(problems.empty(), "the front end makes well-formed programs: " + problems.front());
  return loaded;
}

Loaded load_program(const Source& source) {
  Loaded loaded = load_as_written(source);
  if (!source.torn_copies || !loaded.error.empty()) return loaded;
  ir::tear_copies(loaded.program);
  std::vector<std::string> problems = ir::verify(loaded.program);
  MOVER_CHECK(problems.empty(), "splitting copies makes well-formed programs: " + problems.front());
  return loaded;
}

}  // namespace mover::cli
