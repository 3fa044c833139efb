#include "frontend/process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/deadline.h"

namespace mover::frontend {

namespace {

// The existing temporary folders. A signal handler reads them (abandon_temp_dirs), so no locks and no allocation are
// used.
struct Registered {
  std::atomic<const char*> path{nullptr};
  std::atomic<pid_t> owner{0};  // the process that created it: a forked process must not remove it
};
std::array<Registered, 8> temp_dirs;
std::atomic<pid_t> running_command{0};

void register_temp_dir(const char* path) {
  for (Registered& entry : temp_dirs) {
    const char* none = nullptr;
    if (!entry.path.compare_exchange_strong(none, path)) continue;
    entry.owner = getpid();
    return;
  }
}

void unregister_temp_dir(const char* path) {
  for (Registered& entry : temp_dirs) {
    const char* expected = path;
    if (entry.path.compare_exchange_strong(expected, nullptr)) return;
  }
}

}  // namespace

TempDir::TempDir() {
  const char* base = std::getenv("TMPDIR");
  std::string pattern = std::string(base != nullptr && *base != '\0' ? base : "/tmp") + "/mover-XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) return;
  path_ = pattern;
  register_temp_dir(path_.c_str());
}

TempDir::~TempDir() {
  if (!ok()) return;
  std::error_code ignored;  // failing to remove a temporary folder is harmless
  std::filesystem::remove_all(path_, ignored);
  unregister_temp_dir(path_.c_str());
}

void abandon_temp_dirs() {
  if (const pid_t command = running_command.load(); command != 0 && kill(-command, SIGKILL) == 0)
    waitpid(command, nullptr, 0);
  for (const Registered& entry : temp_dirs) {
    const char* path = entry.path.load();
    if (path == nullptr || entry.owner != getpid()) continue;
    const pid_t remover = _Fork();
    if (remover == 0) {
      const char* arguments[] = {"rm", "-rf", "--", path, nullptr};
      execve("/bin/rm", const_cast<char**>(arguments), environ);
      _exit(1);
    }
    if (remover > 0) waitpid(remover, nullptr, 0);
  }
}

namespace {

// Owns the file actions of posix_spawn.
class FileActions {
 public:
  explicit FileActions(const std::string& stderr_file) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, stderr_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions_, STDERR_FILENO, STDOUT_FILENO);
  }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

// Waits until the child has ended, and terminates it and its own children at the deadline: the compiler is a child of
// the compiler driver. REQUIRES: the child leads a process group.
bool wait_for(pid_t child, int& status) {
  constexpr useconds_t kShortest = 200, kLongest = 5'000;
  int sent = 0;
  for (useconds_t pause = kShortest;; pause = std::min(2 * pause, kLongest)) {
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child) return true;
    if (ended < 0 && errno != EINTR) return false;
    support::Deadline& deadline = support::deadline();
    const int wanted = deadline.over() ? SIGKILL : deadline.reached() ? SIGTERM : 0;
    if (wanted != sent) kill(-child, wanted);
    sent = wanted;
    usleep(pause);
  }
}

}  // namespace

std::variant<Finished, Error> run(const std::vector<std::string>& arguments, const std::string& stderr_file) {
  std::vector<char*> argv;
  for (const auto& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);

  FileActions actions(stderr_file);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t child = 0;
  int failed = posix_spawn(&child, argv[0], actions.get(), &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  if (failed != 0) return Error{"cannot run " + arguments[0] + ": " + std::strerror(failed)};

  running_command = child;
  int status = 0;
  const bool ended = wait_for(child, status);
  running_command = 0;
  if (!ended) return Error{"cannot wait for " + arguments[0] + ": " + std::strerror(errno)};
  return Finished{WIFEXITED(status) && WEXITSTATUS(status) == 0, read_file(stderr_file)};
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in) text << in.rdbuf();
  return text.str();
}

std::string canonical_path(const std::string& path) {
  std::error_code error;
  auto whole = std::filesystem::absolute(path, error);
  auto result = std::filesystem::weakly_canonical(whole, error);
  return error ? whole.lexically_normal().string() : result.string();
}

}  // namespace mover::frontend
