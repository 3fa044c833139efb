// Compiles sources with clang. No optimiser pass runs, so each access of the source is one load or store of the
// bitcode.
#include "frontend/compile.h"

#include <filesystem>
#include <fstream>
#include <set>

#include "frontend/compile_cache.h"
#include "frontend/flags.h"
#include "frontend/library.h"

namespace mover::frontend {

namespace {

using Words = std::vector<std::string>;

void append(Words& to, const Words& words) { to.insert(to.end(), words.begin(), words.end()); }

// The flags permit calls of undeclared functions and conversions between incompatible types, which occur in old C code
// and in SV-COMP's programs (__VERIFIER_* is often undeclared). Clang prints no warnings, because they are a matter of
// the user's own build.
Words base_flags(Language language) {
  Words flags = {"-w", "-D__MOVER__=1", "-U_FORTIFY_SOURCE"};
  append(flags, {"-I" MOVER_INCLUDE_DIR, "-isystem", MOVER_INCLUDE_DIR "/../src/libc/include"});
  if (language == Language::Cxx) {
    append(flags, {"-std=gnu++20", "-D_GLIBCXX_ASSERTIONS"});
  } else {
    append(flags, {"-std=gnu17", "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",
                   "-Wno-error=int-conversion", "-Wno-error=incompatible-function-pointer-types",
                   "-Wno-error=return-mismatch", "-Wno-error=return-type"});
  }
  return flags;
}

struct Job {
  std::string source;
  Language language = Language::C;
  Words flags;
  std::string output;
};

Words command_line(const Job& job, const Words& more_flags) {
  Words words = {job.language == Language::Cxx ? MOVER_CLANGXX : MOVER_CLANG};
  append(words, base_flags(job.language));
  append(words, job.flags);
  append(words, more_flags);
  // -O1, because with -O0 Clang omits the bodies of inline functions that have no other definition. No optimiser pass
  // runs, so __OPTIMIZE__, which -O1 defines, is undefined again.
  append(words, {"-O1", "-Xclang", "-disable-llvm-passes", "-U__OPTIMIZE__", "-g", "-fno-stack-protector",
                 "-fno-discard-value-names", "-fno-color-diagnostics", "-emit-llvm", "-c", "-o", job.output, "--"});
  words.push_back(job.source);
  return words;
}

// The command line that only prints diagnostics: it has no output file and no -w.
Words diagnosing_command_line(const Job& job, const Words& more_flags) {
  Words words = {job.language == Language::Cxx ? MOVER_CLANGXX : MOVER_CLANG};
  append(words, base_flags(job.language));
  append(words, job.flags);
  std::erase(words, "-w");
  append(words, more_flags);
  append(words, {"-fno-color-diagnostics", "-fno-caret-diagnostics", "-fsyntax-only", "--"});
  words.push_back(job.source);
  return words;
}

// The functions of SV-COMP that Clang reported as undeclared. (C++ has no implicit declarations.)
std::set<std::string> undeclared_verifier_names(const std::string& diagnostics) {
  static const std::string kMarker = "use of undeclared identifier '";
  std::set<std::string> names;
  for (size_t at = diagnostics.find(kMarker); at != std::string::npos; at = diagnostics.find(kMarker, at)) {
    at += kMarker.size();
    std::string name = diagnostics.substr(at, diagnostics.find('\'', at) - at);
    if (!verifier_declaration(name).empty()) names.insert(name);
  }
  return names;
}

// Compiles a source. If C++ code uses functions of SV-COMP without declaring them, compiles it again with declarations
// of exactly these functions: others could contradict the program's own declarations.
std::variant<CompiledFile, Error> compile_source(const Job& job) {
  std::set<std::string> declared;
  Words more_flags;
  while (true) {
    auto result = run_compiler(command_line(job, more_flags), job.output, job.output + ".stderr");
    if (auto* error = std::get_if<Error>(&result)) return *error;
    const auto& finished = std::get<Finished>(result);
    if (finished.success) return CompiledFile{job.source, job.output};

    size_t before = declared.size();
    if (job.language == Language::Cxx) declared.merge(undeclared_verifier_names(finished.stderr_text));
    if (declared.size() == before)
      return Error{finished.stderr_text.empty() ? job.source + ": clang failed without an error message"
                                                : finished.stderr_text};
    std::string header = job.output + ".h";
    std::ofstream out(header);
    for (const auto& name : declared) out << "extern \"C\" " << verifier_declaration(name) << ";\n";
    more_flags = {"-include", header};
  }
}

class Compiler {
 public:
  Compiler(const Input& input, const TempDir& temp) : input_(input), temp_(temp) {}

  std::variant<Compiled, Error> run_all() {
    if (auto error = read_database()) return *error;
    for (const auto& file : input_.files) {
      auto compiled = one(file);
      if (auto* error = std::get_if<Error>(&compiled)) return *error;
      result_.files.push_back(std::get<CompiledFile>(compiled));
    }
    return result_;
  }

  std::variant<std::string, Error> diagnose_all(const Words& flags) {
    if (auto error = read_database()) return *error;
    std::string diagnostics;
    for (const auto& file : input_.files) {
      Language language = language_of(file);
      if (language != Language::C && language != Language::Cxx) return Error{file + " is neither C nor C++"};
      auto result = run(diagnosing_command_line(job_for(file, language), flags), temp_.file("diagnosed.stderr"));
      if (auto* error = std::get_if<Error>(&result)) return *error;
      diagnostics += std::get<Finished>(result).stderr_text;
    }
    return diagnostics;
  }

 private:
  std::optional<Error> read_database() {
    if (input_.compile_commands_dir.empty()) return std::nullopt;
    auto database = CompileCommands::read(input_.compile_commands_dir);
    if (auto* error = std::get_if<Error>(&database)) return *error;
    database_ = std::get<CompileCommands>(database);
    return std::nullopt;
  }

  std::variant<CompiledFile, Error> one(const std::string& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return Error{file + ": no such file"};
    if (std::filesystem::is_directory(file, error)) return Error{file + ": is a folder; name the files to check"};
    Language language = language_of(file);
    if (language == Language::Bitcode) return CompiledFile{file, file};
    if (language == Language::Unknown)
      return Error{file +
                   ": not an input that Mover knows; expected C (.c), C++ (.cc, .cpp, .cxx, .C) or LLVM (.bc, .ll)"};
    return compile_source(job_for(file, language));
  }

  Job job_for(const std::string& file, Language language) {
    Job job{file, language, {}, temp_.file(std::to_string(result_.files.size()) + ".bc")};
    if (database_) add_database_flags(job);
    append(job.flags, usable_flags(input_.compiler_flags, language, result_.warnings));
    return job;
  }

  void add_database_flags(Job& job) {
    auto flags = database_->find(job.source);
    if (!flags) {
      result_.warnings.push_back(job.source + " is not in " + input_.compile_commands_dir +
                                 "/compile_commands.json: it was compiled without flags from there");
      return;
    }
    append(job.flags, usable_flags(*flags, job.language, result_.warnings));
  }

  const Input& input_;
  const TempDir& temp_;
  std::optional<CompileCommands> database_;
  Compiled result_;
};

}  // namespace

std::variant<Compiled, Error> compile(const Input& input, const TempDir& temp) {
  return Compiler(input, temp).run_all();
}

std::variant<std::string, Error> diagnose(const Input& input, const std::vector<std::string>& flags,
                                          const TempDir& temp) {
  return Compiler(input, temp).diagnose_all(flags);
}

}  // namespace mover::frontend
