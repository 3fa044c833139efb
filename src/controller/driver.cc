// Translation of a compiler's command line into commands that instrument and link (mover cc, mover c++).
#include "controller/driver.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "controller/words.h"
#include "frontend/flags.h"
#include "frontend/process.h"
#include "support/exit_codes.h"

namespace mover::controller {

namespace {

bool is_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view p) { return text.starts_with(p); });
}

// Whether the next word is the flag's value.
bool takes_a_word(std::string_view flag) {
  return is_any(flag, {"-o",
                       "-x",
                       "-I",
                       "-D",
                       "-U",
                       "-L",
                       "-l",
                       "-T",
                       "-u",
                       "-z",
                       "-e",
                       "-A",
                       "-B",
                       "-F",
                       "-G",
                       "-include",
                       "-imacros",
                       "-isystem",
                       "-idirafter",
                       "-iquote",
                       "-iprefix",
                       "-isysroot",
                       "-iwithprefix",
                       "-iwithprefixbefore",
                       "-MF",
                       "-MT",
                       "-MQ",
                       "-MJ",
                       "--param",
                       "-Xlinker",
                       "-Xassembler",
                       "-Xclang",
                       "-Xpreprocessor",
                       "-mllvm",
                       "-target",
                       "-arch",
                       "-aux-info",
                       "-wrapper",
                       "-dumpbase",
                       "-dumpdir",
                       "-dumpbase-ext",
                       "--sysroot",
                       "-gcc-toolchain",
                       "--config",
                       "-framework",
                       "-rpath",
                       "-soname",
                       "-h"});
}

// Library functions that compilers would expand into accesses without instrumentation, or remove. They are compiled as
// calls, which the run-time library intercepts.
constexpr const char* kNotBuiltIn[] = {
    "memcpy",  "memmove", "memset",  "memcmp",  "memchr", "mempcpy",  "bzero",     "bcmp",       "strcpy",
    "stpcpy",  "strcat",  "strncpy", "strncat", "strlen", "strnlen",  "strcmp",    "strncmp",    "strchr",
    "strrchr", "strstr",  "strdup",  "strndup", "strspn", "strcspn",  "strpbrk",   "sprintf",    "snprintf",
    "printf",  "fprintf", "puts",    "fputs",   "fwrite", "vsprintf", "vsnprintf", "strcasecmp", "strncasecmp"};

// Flags that only the linker uses. Some compilers warn about them when compiling.
bool is_for_the_linker(std::string_view flag) {
  return starts_with_any(flag, {"-l", "-L", "-Wl,", "-static", "-fuse-ld=", "-rtlib=", "-T"}) ||
         is_any(flag, {"-Xlinker", "-shared", "-rdynamic", "-pie", "-no-pie", "-s", "-z", "-u", "-e", "-r", "-nostdlib",
                       "-nodefaultlibs", "-nostartfiles", "-nolibc", "-rpath", "-soname", "-framework"});
}

// Flags that only the compilation uses.
bool is_for_the_compiler(std::string_view flag) {
  return starts_with_any(flag, {"-M", "-include", "-imacros"}) || flag == "-x";
}

// Flags that prevent linking.
bool ends_before_linking(std::string_view flag) {
  return is_any(flag, {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-emit-ast"});
}

bool is_source(std::string_view file) {
  const size_t dot = file.rfind('.');
  if (dot == std::string_view::npos) return false;
  return frontend::language_of(file) != frontend::Language::Unknown || is_any(file.substr(dot), {".s", ".S", ".sx"});
}

// Whether the compiler is the version of clang that Mover's instrumentation pass was built for. If its name does not
// show the version, it is executed with -v.
bool loads_our_pass(const Words& compiler) {
  std::error_code error;
  const std::string program = std::filesystem::canonical(compiler.front(), error).string();
  if (compiler.size() == 1 && program.find("/llvm-19/") != std::string::npos) return true;
  const std::string name = compiler.front().substr(compiler.front().rfind('/') + 1);
  if (compiler.size() == 1 && is_any(name, {"gcc", "g++", "cc", "c++"}) && program.find("clang") == std::string::npos)
    return false;
  frontend::TempDir folder;
  Words words = compiler;
  words.push_back("-v");
  auto result = frontend::run(words, folder.file("said"));
  const auto* finished = std::get_if<frontend::Finished>(&result);
  return finished != nullptr && finished->stderr_text.find("clang version 19.") != std::string::npos;
}

// One word, or a flag with its value.
struct Argument {
  Words words;
  bool is_input = false, is_source = false;
  std::string language;  // the language of -x, for source files
  const std::string& flag() const { return words.front(); }
};

// For programs with OpenMP, GCC is preferred: it provides the OpenMP library, which Clang may lack. (Mover does not
// control the threads of OpenMP, so the verdict is `unknown`.)
Words compiler_for(Language language, const Words& words) {
  const bool cxx = language == Language::Cxx;
  if (std::getenv(cxx ? "MOVER_CXX" : "MOVER_CC") == nullptr &&
      std::find(words.begin(), words.end(), "-fopenmp") != words.end())
    if (std::string path = found_on_path(cxx ? "g++" : "gcc"); !path.empty()) return {path};
  return compiler(language);
}

// A command line of the compiler, which make() translates into a Plan.
class Command {
 public:
  Command(Language language, const Words& words, const std::string& temporary)
      : language_(language), temporary_(temporary), compiler_(compiler_for(language, words)) {
    if (compiler_.empty()) {
      plan_.error = language == Language::C
                        ? "no C compiler was found: install gcc or clang-19, or name one in MOVER_CC"
                        : "no C++ compiler was found: install g++ or clang-19, or name one in MOVER_CXX";
    }
    Words all;
    expand(words, all, 0);
    split(all);
  }

  Plan make() {
    adapt_flags();
    if (!plan_.error.empty()) return plan_;
    const bool has_input = any([](const Argument& a) { return a.is_input; });
    const bool links = has_input && !any([](const Argument& a) { return ends_before_linking(a.flag()); });
    if (!has_input) {
      plan_.commands.push_back(compiler_);  // for example --version
      for (const Argument& argument : arguments_) append(plan_.commands.back(), argument.words);
    } else if (!links) {
      Words command = with_instrumentation();
      for (const Argument& argument : arguments_) append(command, argument.words);
      plan_.commands.push_back(command);
    } else {
      compile_and_link();
    }
    return plan_;
  }

 private:
  bool any(bool (*is)(const Argument&)) const { return std::any_of(arguments_.begin(), arguments_.end(), is); }

  // Expands response files as the GNU tools do.
  void expand(const Words& words, Words& all, int depth) {
    constexpr int kDeepest = 16;
    for (const std::string& word : words) {
      std::error_code error;
      if (word.size() > 1 && word.front() == '@' && depth < kDeepest && std::filesystem::exists(word.substr(1), error))
        expand(frontend::split_command(frontend::read_file(word.substr(1))), all, depth + 1);
      else
        all.push_back(word);
    }
  }

  void split(const Words& words) {
    std::string language;
    for (size_t i = 0; i < words.size(); ++i) {
      Argument argument;
      argument.words = {words[i]};
      const std::string& flag = words[i];
      if (takes_a_word(flag) && i + 1 < words.size()) argument.words.push_back(words[++i]);
      if (flag.starts_with("-x") && flag != "-x") argument.words = {"-x", flag.substr(2)};
      if (argument.flag() == "-x" && argument.words.size() == 2)
        language = argument.words[1] == "none" ? "" : argument.words[1];
      argument.is_input = flag == "-" || !flag.starts_with("-");
      argument.is_source = argument.is_input && (!language.empty() || is_source(flag));
      argument.language = argument.is_source ? language : "";
      arguments_.push_back(std::move(argument));
    }
  }

  void adapt_flags() {
    for (Argument& argument : arguments_) {
      std::string_view flag = argument.flag();
      if (is_any(flag, {"-static", "--static", "-static-pie"})) {
        plan_.error = std::string(flag) + " does not work with mover cc: the run-time library is a shared library";
      } else if (flag.starts_with("-flto")) {
        argument.words.front().clear();  // with this flag GCC drops the instrumentation
      } else if (is_any(flag, {"-static-libstdc++", "-static-libgcc"})) {
        argument.words.front().clear();  // functions of a statically linked library cannot be intercepted
      } else if (flag.starts_with("-fsanitize=")) {
        argument.words.front() = without_thread(flag.substr(flag.find('=') + 1));
      }
    }
    std::erase_if(arguments_, [](const Argument& argument) { return argument.flag().empty(); });
  }

  // The remaining sanitizers as a flag, without ThreadSanitizer; empty if none is left.
  std::string without_thread(std::string_view list) {
    std::string rest;
    for (size_t begin = 0; begin <= list.size();) {
      const size_t end = std::min(list.find(',', begin), list.size());
      const std::string name(list.substr(begin, end - begin));
      begin = end + 1;
      if (is_any(name, {"address", "hwaddress", "leak", "memory", "kernel-address", "dataflow"}))
        plan_.error = "-fsanitize=" + name + " does not work with mover cc: both would replace malloc and threads";
      if (name != "thread") rest += (rest.empty() ? "-fsanitize=" : ",") + name;
    }
    return rest;
  }

  // -U__SANITIZE_THREAD__: without the macro the program does not behave as if under ThreadSanitizer, and does not call
  // it; ThreadSanitizer is not linked.
  // -D_GLIBCXX_ASSERTIONS: the members of std::string are instantiated in the program, where they are instrumented;
  // those in the library are not. The macro also adds checks of bounds.
  Words with_instrumentation() const {
    Words words = compiler_;
    if (loads_our_pass(compiler_))
      append(words, {"-fpass-plugin=" MOVER_INSTRUMENT, "-Xclang", "-fsanitize-address-use-after-scope",
                     "-fno-discard-value-names", "-Wno-unused-command-line-argument"});
    else
      words.push_back("-fsanitize=thread");
    append(words, {"-fno-omit-frame-pointer", "-g", "-U__SANITIZE_THREAD__", "-D__MOVER__=1", "-D__MOVER_NATIVE__=1",
                   "-U_FORTIFY_SOURCE", "-D_GLIBCXX_ASSERTIONS", "-idirafter", MOVER_INCLUDE_DIR});
    // For libc++, the removal of its lists of extern templates has the same effect.
    append(words, {"-D_LIBCPP___STRING_EXTERN_TEMPLATE_LISTS_H", "-D_LIBCPP_STRING_V1_EXTERN_TEMPLATE_LIST(F,T)="});
    for (const char* name : kNotBuiltIn) words.push_back(std::string("-fno-builtin-") + name);
    return words;
  }

  void compile_and_link() {
    const bool relocatable = any([](const Argument& a) { return a.flag() == "-r"; });
    Words link = compiler_;
    if (!relocatable) append(link, run_time());
    for (const Argument& argument : arguments_) {
      if (argument.is_source) {
        const std::string object = temporary_ + std::to_string(plan_.temporary.size()) + ".o";
        plan_.temporary.push_back(object);
        compile(argument, object);
        link.push_back(object);
      } else if (!is_for_the_compiler(argument.flag())) {
        append(link, argument.words);
      }
    }
    if (!relocatable) append(link, {"-pthread", "-Wl,-z,now"});
    plan_.commands.push_back(std::move(link));
  }

  // The flags that link the run-time library, so that it comes first in the lookup order of symbols. --no-as-needed
  // links it even if the program refers to none of its symbols.
  Words run_time() const {
    const std::string path = MOVER_RUNTIME, folder = path.substr(0, path.rfind('/'));
    Words words = {"-Wl,--push-state,--no-as-needed", path};
    if (uses_libstdcxx()) words.push_back(MOVER_CXX_LIBRARY);
    append(words, {"-Wl,--pop-state", "-Wl,-rpath," + folder});
    return words;
  }

  // Whether to link Mover's instrumented parts of libstdc++ before libstdc++.
  bool uses_libstdcxx() const {
    auto is_given = [&](const std::string& word) {
      return std::find(compiler_.begin(), compiler_.end(), word) != compiler_.end() ||
             std::any_of(arguments_.begin(), arguments_.end(), [&](const Argument& a) { return a.flag() == word; });
    };
    if (is_given("-stdlib=libc++") || is_given("-nostdlib") || is_given("-nodefaultlibs")) return is_given("-lstdc++");
    return language_ == Language::Cxx || is_given("-lstdc++");
  }

  void compile(const Argument& source, const std::string& object) {
    Words command = with_instrumentation();
    for (const Argument& argument : arguments_) {
      const bool is_replaced = argument.is_input || argument.flag() == "-x" || argument.flag() == "-o";
      if (!is_replaced && !is_for_the_linker(argument.flag())) append(command, argument.words);
    }
    if (any([](const Argument& a) { return a.flag() == "-shared"; })) command.push_back("-fPIC");
    append(command, {"-c", "-o", object});
    if (!source.language.empty()) append(command, {"-x", source.language});
    append(command, source.words);
    plan_.commands.push_back(std::move(command));
  }

  const Language language_;
  const std::string temporary_;
  const Words compiler_;
  std::vector<Argument> arguments_;
  Plan plan_;
};

// The exit code of a command; 127 if it cannot be executed.
int execute(const Words& command) {
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  pid_t child = 0;
  if (int failed = posix_spawnp(&child, argv[0], nullptr, nullptr, argv.data(), environ); failed != 0) {
    std::fprintf(stderr, "mover: cannot run %s: %s\n", argv[0], std::strerror(failed));
    return 127;
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

std::string found_on_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string_view folders = path == nullptr ? "/usr/bin:/bin" : path;
  for (size_t begin = 0; begin <= folders.size();) {
    const size_t end = std::min(folders.find(':', begin), folders.size());
    const std::string candidate = std::string(folders.substr(begin, end - begin)) + "/" + name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
    begin = end + 1;
  }
  return "";
}

std::vector<std::string> compiler(Language language) {
  const bool cxx = language == Language::Cxx;
  if (const char* chosen = std::getenv(cxx ? "MOVER_CXX" : "MOVER_CC"); chosen != nullptr && *chosen != '\0') {
    Words words = frontend::split_command(chosen);
    if (words.empty()) return {};
    if (words.front().find('/') == std::string::npos) words.front() = found_on_path(words.front());
    return words.front().empty() ? Words{} : words;
  }
  for (const char* name : {cxx ? "clang++-19" : "clang-19", cxx ? "g++" : "gcc"})
    if (std::string path = found_on_path(name); !path.empty()) return {path};
  return {};
}

Plan plan(Language language, const std::vector<std::string>& words, const std::string& temporary) {
  return Command(language, words, temporary).make();
}

int drive(Language language, const std::vector<std::string>& words) {
  frontend::TempDir folder;
  const Plan planned = plan(language, words, folder.file("part"));
  if (!planned.error.empty()) {
    std::fprintf(stderr, "mover: %s\n", planned.error.c_str());
    return kExitCannotBuild;
  }
  for (const Words& command : planned.commands)
    if (int code = execute(command); code != 0) return code;
  return 0;
}

}  // namespace mover::controller
