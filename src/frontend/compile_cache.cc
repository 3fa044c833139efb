// An entry is found by two hashes, as in ccache's direct mode. The first is of the command, the folder, the variables
// of the environment that compilers read, and the contents of the files that the command names. It finds the list of
// files that the compiler read in the last run of this command. The second is of the contents that these files have
// now. It finds the output. So an output is used only if no file that was read has changed. (A new header in an earlier
// folder of the include path is not noticed; make does not notice it either.) Commands that print warnings or fail are
// not cached.
#include "frontend/compile_cache.h"

#define XXH_INLINE_ALL
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

namespace mover::frontend {

namespace {

namespace fs = std::filesystem;

class Digest {
 public:
  Digest() { XXH3_128bits_reset(state_); }
  ~Digest() { XXH3_freeState(state_); }
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;

  void add(const std::string& text) {
    const size_t size = text.size();
    XXH3_128bits_update(state_, &size, sizeof size);
    XXH3_128bits_update(state_, text.data(), size);
  }

  // False if the file cannot be read.
  bool add_contents(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return false;
    std::array<char, 1 << 16> part;
    size_t size = 0;
    do {
      in.read(part.data(), part.size());
      XXH3_128bits_update(state_, part.data(), static_cast<size_t>(in.gcount()));
      size += static_cast<size_t>(in.gcount());
    } while (in);
    XXH3_128bits_update(state_, &size, sizeof size);
    return !in.bad();
  }

  std::string text() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(state_);
    char digits[33];
    std::snprintf(digits, sizeof digits, "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                  static_cast<unsigned long long>(hash.low64));
    return digits;
  }

 private:
  XXH3_state_t* state_ = XXH3_createState();
};

class CompileCache {
 public:
  CompileCache(std::string folder, const std::vector<std::string>& command, const std::string& output)
      : folder_(std::move(folder)),
        output_(output),
        temporary_(fs::path(output).parent_path().string() + "/"),
        is_link_(std::find(command.begin(), command.end(), "-c") == command.end()),
        begin_(fs::file_time_type::clock::now()),
        key_(key_of(command)) {}

  // Copies the output of an earlier command if no input has changed.
  bool fetch() const {
    const std::optional<std::string> entry = entry_for(read_file(list()));
    std::error_code missing;
    return entry && fs::copy_file(*entry, output_, fs::copy_options::overwrite_existing, missing);
  }

  // The command with flags that make it also list the files that it reads.
  std::vector<std::string> listing(std::vector<std::string> command) const {
    const auto end = std::find(command.begin(), command.end(), "--");
    if (is_link_)
      command.insert(end, "-Wl,--dependency-file=" + listed());
    else
      command.insert(end, {"-MD", "-MF", listed()});
    return command;
  }

  // Keeps the output of a command that listing() returned, unless a file may have changed after it was read.
  void store() const {
    constexpr auto kGranularity = std::chrono::milliseconds(20);  // of the times of files
    std::error_code failed;
    fs::create_directories(folder_, failed);
    std::string files;
    for (const std::string& file : prerequisites(read_file(listed()))) {
      if (file.starts_with(temporary_)) continue;  // part of the key
      if (fs::last_write_time(file, failed) + kGranularity > begin_) return;
      files += file + "\n";
    }
    const std::optional<std::string> entry = entry_for(files);
    if (!entry) return;
    const std::string part = folder_ + "/" + std::to_string(getpid()) + ".part";
    if (fs::copy_file(output_, part, fs::copy_options::overwrite_existing, failed)) fs::rename(part, *entry, failed);
    std::ofstream(part) << files;
    fs::rename(part, list(), failed);
  }

 private:
  std::string key_of(const std::vector<std::string>& command) const {
    Digest digest;
    std::error_code error;
    digest.add(fs::current_path(error).string());
    for (const char* name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH",
                             "GCC_EXEC_PREFIX", "SOURCE_DATE_EPOCH"}) {
      const char* value = std::getenv(name);
      digest.add(value == nullptr ? "" : value);
    }
    for (const std::string& word : command) {
      const size_t slash = word.find('/');
      const bool is_temporary = slash != std::string::npos && word.compare(slash, temporary_.size(), temporary_) == 0;
      digest.add(is_temporary ? word.substr(0, slash) + word.substr(slash + temporary_.size()) : word);
      if (slash == std::string::npos || word.substr(slash) == output_) continue;
      const std::string path = slash == 0 || word[slash - 1] == '=' ? word.substr(slash) : "";
      if (!path.empty() && fs::is_regular_file(path, error)) digest.add_contents(path);
    }
    return digest.text();
  }

  // The file with the output for the present contents of the listed files.
  std::optional<std::string> entry_for(const std::string& files) const {
    if (files.empty()) return std::nullopt;
    Digest digest;
    for (size_t begin = 0; begin < files.size();) {
      const size_t end = files.find('\n', begin);
      const std::string file = files.substr(begin, end - begin);
      digest.add(file);
      if (!digest.add_contents(file)) return std::nullopt;
      begin = end == std::string::npos ? files.size() : end + 1;
    }
    return folder_ + "/" + key_ + "-" + digest.text();
  }

  std::string list() const { return folder_ + "/" + key_ + ".files"; }
  std::string listed() const { return output_ + ".files"; }

  const std::string folder_, output_, temporary_;
  const bool is_link_;
  const fs::file_time_type begin_;
  const std::string key_;
};

}  // namespace

std::vector<std::string> prerequisites(const std::string& rule) {
  std::vector<std::string> files;
  std::string file;
  auto end_file = [&] {
    if (!file.empty()) files.push_back(std::move(file));
    file.clear();
  };
  for (size_t at = rule.find(": ") + 1; at != 0 && at < rule.size(); ++at) {
    const char next = at + 1 < rule.size() ? rule[at + 1] : '\0';
    if (rule[at] == '\n') break;  // further rules have no prerequisites
    if (rule[at] == '\\' && next == '\n') {
      end_file();
      ++at;
    } else if ((rule[at] == '\\' && (next == ' ' || next == '#' || next == '\\')) || (rule[at] == '$' && next == '$')) {
      file += rule[++at];
    } else if (rule[at] == ' ') {
      end_file();
    } else {
      file += rule[at];
    }
  }
  end_file();
  return files;
}

std::variant<Finished, Error> run_compiler(const std::vector<std::string>& command, const std::string& output,
                                           const std::string& stderr_file) {
  const char* folder = std::getenv("MOVER_CACHE");
  if (folder == nullptr || *folder == '\0') return run(command, stderr_file);
  const CompileCache cache(fs::absolute(folder).string(), command, output);
  if (cache.fetch()) return Finished{true, ""};
  auto result = run(cache.listing(command), stderr_file);
  const auto* finished = std::get_if<Finished>(&result);
  if (finished == nullptr) return result;
  if (!finished->success) return run(command, stderr_file);
  if (finished->stderr_text.empty()) cache.store();
  return result;
}

}  // namespace mover::frontend
