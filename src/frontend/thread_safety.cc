#include "frontend/thread_safety.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "frontend/compile.h"
#include "frontend/process.h"

namespace mover::frontend {

namespace {

namespace fs = std::filesystem;

// Parses a line of Clang's output: "a.c:12:5: warning: writing variable 'x' requires holding mutex 'm' exclusively
// [-Wthread-safety-analysis]". Empty if it is no warning or error.
std::optional<ThreadSafetyWarning> parse(const std::string& text) {
  for (std::string kind : {": warning: ", ": error: ", ": fatal error: "}) {
    const size_t at = text.find(kind);
    if (at == std::string::npos) continue;
    const size_t column = text.rfind(':', at - 1), line = column == 0 ? column : text.rfind(':', column - 1);
    if (column == std::string::npos || line == std::string::npos) return std::nullopt;
    ThreadSafetyWarning warning;
    warning.file = text.substr(0, line);
    std::from_chars(text.data() + line + 1, text.data() + column, warning.line);
    std::from_chars(text.data() + column + 1, text.data() + at, warning.column);
    warning.message = text.substr(at + kind.size());
    const size_t flag = warning.message.rfind(" [-W");
    const std::string name = flag == std::string::npos ? "" : warning.message.substr(flag);
    warning.about_access = kind == ": warning: " && name.find("-attributes") == std::string::npos;
    if (flag != std::string::npos) warning.message.resize(flag);
    return warning;
  }
  return std::nullopt;
}

}  // namespace

std::variant<std::vector<ThreadSafetyWarning>, Error> check_thread_safety(
    const Input& input, const std::map<std::string, std::string>& replaced) {
  TempDir temp;
  if (!temp.ok()) return Error{"no temporary folder could be created"};
  std::map<std::string, std::string> names;  // by canonical path
  nlohmann::json overlay{{"version", 0}, {"use-external-names", false}, {"roots", nlohmann::json::array()}};
  for (const auto& [name, text] : replaced) {
    const std::string copy = temp.file(std::to_string(names.size()) + ".text"), path = canonical_path(name);
    names[path] = name;
    std::ofstream(copy, std::ios::binary) << text;
    // Clang may use the path with symbolic links or the canonical one.
    for (const std::string& used : std::set<std::string>{path, fs::absolute(name).lexically_normal().string()})
      overlay["roots"].push_back({{"name", used}, {"type", "file"}, {"external-contents", copy}});
  }
  std::ofstream(temp.file("overlay.yaml")) << overlay.dump();
  auto diagnostics = diagnose(input,
                              {"-ivfsoverlay", temp.file("overlay.yaml"), "-ferror-limit=0", "-Wno-everything",
                               "-Wthread-safety", "-Wno-error"},
                              temp);
  if (auto* error = std::get_if<Error>(&diagnostics)) return *error;
  std::vector<ThreadSafetyWarning> warnings;
  std::istringstream lines(std::get<std::string>(diagnostics));
  for (std::string line; std::getline(lines, line);) {
    auto warning = parse(line);
    if (!warning) continue;
    if (auto known = names.find(canonical_path(warning->file)); known != names.end()) warning->file = known->second;
    warnings.push_back(std::move(*warning));
  }
  return warnings;
}

}  // namespace mover::frontend
