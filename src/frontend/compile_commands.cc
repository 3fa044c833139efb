// compile_commands.json: the flags with which the user's own build compiles a file.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "frontend/flags.h"
#include "frontend/process.h"

namespace mover::frontend {

namespace {

using nlohmann::json;

std::string text_field(const json& entry, const char* key) {
  auto field = entry.find(key);
  return field != entry.end() && field->is_string() ? field->get<std::string>() : std::string();
}

std::vector<std::string> command_words(const json& entry) {
  auto arguments = entry.find("arguments");
  if (arguments == entry.end() || !arguments->is_array()) return split_command(text_field(entry, "command"));
  std::vector<std::string> words;
  for (const auto& word : *arguments)
    if (word.is_string()) words.push_back(word.get<std::string>());
  return words;
}

enum class Takes { Text, Folder, File };

struct MeaningfulFlag {
  std::string_view prefix;
  Takes takes;
  bool separable;  // its value may be the next word
};

// Flags that affect the meaning of the source. All others (warnings, linking, output) are ignored.
constexpr MeaningfulFlag kMeaningful[] = {
    {"-include", Takes::File, true},   {"-imacros", Takes::File, true},     {"-isystem", Takes::Folder, true},
    {"-iquote", Takes::Folder, true},  {"-idirafter", Takes::Folder, true}, {"-isysroot", Takes::Folder, true},
    {"-I", Takes::Folder, true},       {"-D", Takes::Text, true},           {"-U", Takes::Text, true},
    {"-x", Takes::Text, true},         {"-std=", Takes::Text, false},       {"--std=", Takes::Text, false},
    {"-f", Takes::Text, false},        {"-m", Takes::Text, false},          {"-pthread", Takes::Text, false},
    {"-nostdinc", Takes::Text, false}, {"-ansi", Takes::Text, false},
};

// Resolves a path relative to the folder of the build. The name of a file that does not exist there is unchanged, so
// that Clang searches for the file in the folders of headers.
std::string resolve(const std::string& value, Takes takes, const std::filesystem::path& directory) {
  if (takes == Takes::Text) return value;
  std::filesystem::path path = directory / value;
  std::error_code error;
  return takes == Takes::Folder || std::filesystem::exists(path, error) ? path.string() : value;
}

std::vector<std::string> meaningful_flags(const std::vector<std::string>& words,
                                          const std::filesystem::path& directory) {
  std::vector<std::string> flags;
  for (size_t i = 1; i < words.size(); ++i) {
    for (const auto& known : kMeaningful) {
      if (!words[i].starts_with(known.prefix)) continue;
      std::string value = words[i].substr(known.prefix.size());
      flags.emplace_back(known.prefix);
      if (value.empty() && known.separable && i + 1 < words.size())
        flags.push_back(resolve(words[++i], known.takes, directory));
      else
        flags.back() += value.empty() ? value : resolve(value, known.takes, directory);
      break;
    }
  }
  return flags;
}

}  // namespace

std::variant<CompileCommands, Error> CompileCommands::read(const std::string& directory) {
  std::string path = directory + "/compile_commands.json";
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error))
    return Error{path + ": no such file; -p names the folder that holds compile_commands.json"};
  json list = json::parse(read_file(path), nullptr, false);
  if (!list.is_array()) return Error{path + ": not a compilation database (expected a JSON array of commands)"};

  CompileCommands result;
  for (const auto& entry : list) {
    if (!entry.is_object() || text_field(entry, "file").empty())
      return Error{path + ": an entry is not an object with a \"file\""};
    std::filesystem::path work = std::filesystem::path(directory) / text_field(entry, "directory");
    std::string file = canonical_path(work / text_field(entry, "file"));
    result.entries_.push_back({file, meaningful_flags(command_words(entry), canonical_path(work))});
  }
  return result;
}

std::optional<std::vector<std::string>> CompileCommands::find(const std::string& file) const {
  std::string wanted = canonical_path(file);
  for (const auto& entry : entries_)
    if (entry.file == wanted) return entry.flags;
  return std::nullopt;
}

}  // namespace mover::frontend
