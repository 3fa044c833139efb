#include "controller/system.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "frontend/flags.h"
#include "frontend/library.h"
#include "support/options.h"

namespace mover::controller {

namespace {

// The line without its comment.
std::string without_comment(const std::string& line) { return line.substr(0, line.find('#')); }

bool is_identifier(const std::string& name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

std::string c_literal(const std::string& text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') literal += '\\';
    literal += c;
  }
  return literal + "\"";
}

class SystemReader {
 public:
  explicit SystemReader(const std::string& path) : path_(path) {}

  System read() {
    std::ifstream in(path_);
    if (!in) return failed("cannot be read", 0);
    size_t number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      const support::Words words = support::split_words(without_comment(line));
      if (!words.error.empty()) return failed(words.error, number);
      if (words.words.empty()) continue;
      if (std::string error = add(words.words); !error.empty()) return failed(error, number);
    }
    if (system_.processes.empty()) return failed("starts no process: add a line `start NAME`", 0);
    return system_;
  }

 private:
  System failed(const std::string& why, size_t line) {
    system_.error = path_ + (line == 0 ? "" : ":" + std::to_string(line)) + ": " + why;
    return system_;
  }

  std::string add(const Words& words) {
    if (words.size() < 2 || (words[0] != "program" && words[0] != "start"))
      return "a line is `program NAME FILES FLAGS` or `start NAME ARGUMENTS`";
    const auto known = std::ranges::find(system_.programs, words[1], &System::Program::name);
    const Words rest(words.begin() + 2, words.end());
    if (words[0] == "start") {
      if (known == system_.programs.end()) return "no program is called " + words[1];
      system_.processes.push_back({static_cast<size_t>(known - system_.programs.begin()), rest});
      return "";
    }
    if (known != system_.programs.end()) return "there are two programs " + words[1];
    if (!is_identifier(words[1])) return "the name of a program consists of letters, digits and _";
    System::Program program{words[1], {}, {}};
    for (const std::string& word : rest) {
      const frontend::Language language = frontend::language_of(word);
      const bool is_source = language == frontend::Language::C || language == frontend::Language::Cxx;
      if (!is_source || word.starts_with('-'))
        program.flags.push_back(word);
      else
        program.files.push_back((std::filesystem::path(path_).parent_path() / word).string());
    }
    if (program.files.empty()) return "the program " + words[1] + " has no source file";
    system_.programs.push_back(program);
    return "";
  }

  const std::string& path_;
  System system_;
};

}  // namespace

bool is_system(const std::string& path) {
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const std::string text = without_comment(line);
    const size_t begin = text.find_first_not_of(" \t\r");
    if (begin != std::string::npos) return text.compare(begin, 8, "program ") == 0;
  }
  return false;
}

System read_system(const std::string& path) { return SystemReader(path).read(); }

std::string main_of(const System::Program& program) { return "mover_main_" + program.name; }

std::string launcher_of(const System& system) {
  std::string text =
      "#define _GNU_SOURCE\n#include <stdlib.h>\n#include <sys/wait.h>\n#include <unistd.h>\n"
      "void __mover_name_process(const char *name);\n";
  for (const System::Program& program : system.programs)
    text += "int " + main_of(program) + "(int, char **, char **);\n";
  text += "int main(void) {\n";
  for (const System::Process& process : system.processes) {
    const System::Program& program = system.programs[process.program];
    text += "  if (fork() == 0) {\n    static char *arguments[] = {" + c_literal(program.name);
    for (const std::string& argument : process.args) text += ", " + c_literal(argument);
    text += ", 0};\n    __mover_name_process(arguments[0]);\n    exit(" + main_of(program) + "(" +
            std::to_string(process.args.size() + 1) + ", arguments, environ));\n  }\n";
  }
  return text + "  while (wait(0) > 0) continue;\n  return 0;\n}\n";
}

}  // namespace mover::controller
