// Compiles and links a program with the commands of driver.h.
#include "controller/build.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <set>

#include "controller/driver.h"
#include "controller/system.h"
#include "controller/words.h"
#include "frontend/compile_cache.h"
#include "frontend/flags.h"
#include "frontend/library.h"

namespace mover::controller {

namespace {

// The flags without -std= flags of the other language, which the compiler would reject.
Words without_std_of(Language other, const Words& flags) {
  Words kept;
  for (const std::string& flag : flags) {
    const bool is_std = flag.starts_with("-std=") || flag.starts_with("--std=");
    const bool is_cxx = flag.find("++") != std::string::npos;
    if (!is_std || is_cxx != (other == Language::Cxx)) kept.push_back(flag);
  }
  return kept;
}

// SV-COMP's functions that the compiler reports as undeclared. Compilers differ in their quotation marks.
std::set<std::string> undeclared_verifier_names(const std::string& said) {
  std::set<std::string> names;
  for (size_t begin = 0; begin < said.size();) {
    const size_t end = std::min(said.find('\n', begin), said.size());
    const std::string line = said.substr(begin, end - begin);
    begin = end + 1;
    const bool is_about_it = line.find("implicit declaration") != std::string::npos ||
                             line.find("undeclared") != std::string::npos ||
                             line.find("not declared") != std::string::npos;
    if (!is_about_it) continue;
    std::string word;
    for (const char c : line + " ") {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
        word += c;
      } else {
        if (!frontend::verifier_declaration(word).empty()) names.insert(word);
        word.clear();
      }
    }
  }
  return names;
}

class Builder {
 public:
  Builder(const frontend::Input& input, const frontend::TempDir& folder) : input_(input), folder_(folder) {}

  std::string run(const std::string& program) {
    if (input_.files.size() == 1 && is_system(input_.files.front())) return run_system(program);
    std::optional<frontend::CompileCommands> database;
    if (!input_.compile_commands_dir.empty()) {
      auto read = frontend::CompileCommands::read(input_.compile_commands_dir);
      if (auto* error = std::get_if<frontend::Error>(&read)) return error->message;
      database = std::get<frontend::CompileCommands>(read);
    }
    for (const std::string& file : input_.files) {
      std::optional<Words> flags;
      if (database) flags = database->find(file);
      if (std::string error = compile(file, flags.value_or(Words())); !error.empty()) return error;
    }
    return link(program);
  }

 private:
  // Each program becomes one object file. In it, all symbols are local except main, which gets a name of its own,
  // so that programs may define the same names.
  std::string run_system(const std::string& executable) {
    const System system = read_system(input_.files.front());
    if (!system.error.empty()) return system.error;
    Words programs;
    for (const System::Program& program : system.programs) {
      for (const std::string& file : program.files)
        if (std::string error = compile(file, program.flags); !error.empty()) return error;
      const std::string object = folder_.file(program.name + ".program.o"), name = main_of(program);
      Words together = {found_on_path("ld"), "-r", "-o", object};
      append(together, objects_);
      for (const Words& command : {together, Words{found_on_path("objcopy"), "--redefine-sym", "main=" + name, object},
                                   Words{found_on_path("objcopy"), "--keep-global-symbol=" + name, object}})
        if (std::string error = execute(frontend::run(command, folder_.file("said")), command); !error.empty())
          return error;
      objects_.clear();
      programs.push_back(object);
    }
    const std::string launcher = folder_.file("launcher.c");
    std::ofstream(launcher) << launcher_of(system);
    if (std::string error = compile(launcher, {}); !error.empty()) return error;
    append(objects_, programs);
    return link(executable);
  }

  std::string link(const std::string& program) {
    Words words = {"-o", program};
    append(words, objects_);
    append(words, without_std_of(language_ == Language::C ? Language::Cxx : Language::C, input_.compiler_flags));
    append(words, {"-Wl,--as-needed", "-lm", "-latomic"});  // the user need not give these flags
    return carry_out(plan(language_, words, folder_.file("link")), program);
  }

  std::string compile(const std::string& file, const Words& flags) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return file + ": no such file";
    const frontend::Language kind = frontend::language_of(file);
    if (kind != frontend::Language::C && kind != frontend::Language::Cxx)
      return file + ": --engine=native compiles C and C++, nothing else";
    const Language language = kind == frontend::Language::C ? Language::C : Language::Cxx;
    if (language == Language::Cxx) language_ = Language::Cxx;
    const std::string object = folder_.file(std::to_string(num_objects_++) + ".o");
    Words words = {language == Language::C ? "-std=gnu17" : "-std=gnu++20"};
    append(words, flags);
    append(words, without_std_of(language == Language::C ? Language::Cxx : Language::C, input_.compiler_flags));
    append(words, {"-c", "-o", object, file});
    objects_.push_back(object);
    std::string complaint = carry_out(plan(language, words, object), object);
    // If the program calls functions of SV-COMP that it does not declare, exactly these are declared, and the file is
    // compiled again. (A second declaration of a function could conflict with the program's own.)
    const std::set<std::string> undeclared = undeclared_verifier_names(said_);
    if (undeclared.empty()) return complaint;
    const std::string header = object + ".h";
    std::ofstream out(header);
    for (const std::string& name : undeclared)
      out << (language == Language::Cxx ? "extern \"C\" " : "") << frontend::verifier_declaration(name) << ";\n";
    out.close();
    words.insert(words.begin(), {"-include", header});
    return carry_out(plan(language, words, object), object);
  }

  // Executes the commands that write `output`. Returns the error output of a command that fails. said_ becomes the
  // output of the last command, which may contain warnings.
  std::string carry_out(const Plan& planned, const std::string& output) {
    if (!planned.error.empty()) return "mover: " + planned.error;
    for (const Words& command : planned.commands) {
      const auto result = frontend::run_compiler(command, output, folder_.file("said"));
      if (std::string error = execute(result, command); !error.empty()) return error;
    }
    return "";
  }

  template <typename Result>
  std::string execute(const Result& result, const Words& command) {
    if (auto* error = std::get_if<frontend::Error>(&result)) return error->message;
    const auto& finished = std::get<frontend::Finished>(result);
    said_ = finished.stderr_text;
    if (finished.success) return "";
    return said_.empty() ? command.front() + " failed without an error message" : said_;
  }

  const frontend::Input& input_;
  const frontend::TempDir& folder_;
  Language language_ = Language::C;  // the language for linking: C++ if any input is C++
  Words objects_;
  size_t num_objects_ = 0;
  std::string said_;  // the error output of the last command
};

}  // namespace

std::string build(const frontend::Input& input, const frontend::TempDir& folder, const std::string& program) {
  return Builder(input, folder).run(program);
}

}  // namespace mover::controller
