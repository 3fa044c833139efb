#include "frontend/flags.h"

namespace mover::frontend {

namespace {

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  for (auto p : prefixes)
    if (text.starts_with(p)) return true;
  return false;
}

bool is_any(std::string_view text, std::initializer_list<std::string_view> words) {
  for (auto w : words)
    if (text == w) return true;
  return false;
}

// The number of words of a flag that is not passed to Clang; 0 if the flag is passed.
size_t words_to_drop(std::string_view flag) {
  if (is_any(flag, {"-o", "-MF", "-MT", "-MQ", "-MJ", "-target", "-arch"})) return 2;
  if (is_any(flag, {"-c", "-S", "-E", "-M", "-MM", "-MD", "-MMD", "-MP", "-MG", "-MV", "-pg", "-emit-llvm",
                    "--coverage", "-coverage", "-save-temps", "-fsyntax-only", "-ftest-coverage"}))
    return 1;
  if (flag.starts_with("-gcc-toolchain")) return 0;
  if (starts_with_any(flag, {"-O", "-g", "-fsanitize", "-fno-sanitize", "-flto", "-fno-lto", "-fprofile", "-fcoverage",
                             "-finstrument", "-fxray", "-fstack-protector", "-fdiscard-value-names", "-save-temps=",
                             "-fwhole-program", "-fdiagnostics-color", "-fcolor-diagnostics", "--target="}))
    return 1;
  return 0;
}

bool is_other_data_model(std::string_view flag) { return is_any(flag, {"-m32", "-mx32", "-m16", "-miamcu"}); }

bool is_std_of_other_language(std::string_view flag, Language language) {
  for (std::string_view option : {"-std=", "--std="}) {
    if (!flag.starts_with(option)) continue;
    bool is_cxx = flag.find("++") != std::string_view::npos;
    return is_cxx != (language == Language::Cxx);
  }
  return false;
}

}  // namespace

Language language_of(std::string_view file) {
  auto dot = file.rfind('.');
  if (dot == std::string_view::npos) return Language::Unknown;
  auto extension = file.substr(dot);
  if (is_any(extension, {".c", ".i"})) return Language::C;
  if (is_any(extension, {".cc", ".cpp", ".cxx", ".C", ".c++", ".cp", ".CPP", ".ii"})) return Language::Cxx;
  if (is_any(extension, {".bc", ".ll"})) return Language::Bitcode;
  return Language::Unknown;
}

std::vector<std::string> usable_flags(const std::vector<std::string>& flags, Language language,
                                      std::vector<std::string>& warnings) {
  std::vector<std::string> kept;
  for (size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    if (size_t words = words_to_drop(flag); words > 0) {
      i += words - 1;
    } else if (is_other_data_model(flag)) {
      std::string warning = flag + " was ignored: programs are checked as 64-bit x86-64 code";
      if (warnings.empty() || warnings.back() != warning) warnings.push_back(warning);
    } else if (!is_std_of_other_language(flag, language)) {
      kept.push_back(flag);
    }
  }
  return kept;
}

std::vector<std::string> split_command(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = '\0';
  for (size_t i = 0; i < command.size(); ++i) {
    char c = command[i];
    if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      word += command[++i];
      in_word = true;
    } else if (quote != '\0') {
      if (c == quote)
        quote = '\0';
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

}  // namespace mover::frontend
