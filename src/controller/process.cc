// Starting and ending the process of the program under test.
#include "controller/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "support/exit_codes.h"
#include "support/resident.h"

namespace mover::controller {

namespace {

// Whether the environment variable differs between shells although no program depends on it. Such variables are left
// out, because they would change the addresses of the stack.
bool is_noise(std::string_view variable) {
  for (std::string_view name : {"_=", "SHLVL=", "OLDPWD=", "COLUMNS=", "LINES="})
    if (variable.starts_with(name)) return true;
  return false;
}

// Whether Mover sets the environment variable itself.
bool is_ours(std::string_view variable) {
  for (std::string_view name : {"GLIBC_TUNABLES=", "LD_BIND_NOW=", "GTEST_BREAK_ON_FAILURE=", "MOVER_CONTROL_FD=",
                                "MOVER_REPLAY=", "MOVER_PERMIT="})
    if (variable.starts_with(name)) return true;
  return false;
}

std::vector<std::string> environment_for(const Start& what, int control) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (!is_noise(*variable) && !is_ours(*variable)) variables.push_back(*variable);
  for (const std::string& variable : run_time_environment(what)) variables.push_back(variable);
  variables.push_back(std::string(native::kControlVariable) + "=" + std::to_string(control));
  return variables;
}

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

constexpr int kCannotExecute = 126;

// Executed in the child process, between fork and exec. The kernel ends the process when `parent` ends.
[[noreturn]] void become(const char* program, char* const* arguments, char* const* environment, int control,
                         pid_t parent) {
  setpgid(0, 0);  // Ctrl-C interrupts Mover, which then sends the message Stop
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kCannotExecute);
  personality(ADDR_NO_RANDOMIZE);
  const int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);  // the run-time library records the program's output
  fcntl(control, F_SETFD, 0);
  execve(program, arguments, environment);
  _exit(kCannotExecute);
}

}  // namespace

std::vector<std::string> run_time_environment(const Start& what) {
  std::string tunables = "GLIBC_TUNABLES=glibc.pthread.rseq=0";
  if (const char* given = std::getenv("GLIBC_TUNABLES"); given != nullptr && *given != '\0')
    tunables += ":" + std::string(given);
  // GTEST_BREAK_ON_FAILURE: a failed expectation of GoogleTest aborts the program, so that Mover reports it.
  std::vector<std::string> variables = {tunables, "LD_BIND_NOW=1", "GTEST_BREAK_ON_FAILURE=1"};
  if (!what.permitted.empty()) variables.push_back(std::string(native::kPermitVariable) + "=" + what.permitted);
  if (what.with_constructors) variables.push_back(std::string(native::kConstructorsVariable) + "=1");
  return variables;
}

Process::~Process() { end(); }

void Process::end() {
  if (process_ <= 0) return;
  kill(-process_, SIGKILL);
  kill(process_, SIGKILL);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
  process_ = 0;
}

std::string Process::start(const Start& what) {
  name_ = what.name;
  rlimit room{};
  if (getrlimit(RLIMIT_AS, &room) == 0 && room.rlim_cur != RLIM_INFINITY)
    return "--engine=native needs address space without a limit (it reserves more than it uses): ulimit -v unlimited";
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return std::string("cannot make a socket: ") + std::strerror(errno);
  const std::vector<std::string> environment = environment_for(what, ends[1]);
  const std::vector<char*> argv = pointers_to(what.arguments), envp = pointers_to(environment);
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ == 0) become(what.program.c_str(), argv.data(), envp.data(), ends[1], parent);
  const int failed = process_ < 0 ? errno : 0;
  close(ends[1]);
  socket_ = ends[0];
  return failed == 0 ? "" : "cannot start " + name_ + ": " + std::strerror(failed);
}

uint64_t Process::resident_mib() const { return resident_kib(std::to_string(process_)) / 1024; }

std::string Process::explain(native::Loss how) {
  const std::string subject = "the process of " + name_;
  if (process_ <= 0) return subject + " is gone";
  if (how == native::Loss::NoTime) {
    end();
    return subject + " was ended: the time limit was reached";
  }
  if (how == native::Loss::Silent) {
    end();
    return subject + " was ended: it computes or waits in code that Mover does not control";
  }
  constexpr int kMostPolls = 200;
  int status = 0;
  pid_t ended = 0;
  for (int i = 0; i < kMostPolls && ended == 0; ++i) {
    ended = waitpid(process_, &status, WNOHANG);
    if (ended == 0) usleep(10'000);
  }
  if (ended != process_) {
    end();
    return subject + " closed its connection to Mover";
  }
  process_ = 0;
  ended_before_main_ = !in_main_ && (WIFSIGNALED(status) || WEXITSTATUS(status) != kCannotExecute);
  const std::string where = in_main_ ? ", outside of what Mover controls"
                                     : ", before main, where Mover takes over: run it by itself to see why";
  if (WIFSIGNALED(status)) {
    return subject + " was ended by signal " + std::to_string(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) +
           ")" + where;
  }
  had_internal_error_ = in_main_ && WEXITSTATUS(status) == kExitInternalError;
  if (had_internal_error_)
    return subject + " was ended by an internal error of Mover's; please report it with the program that led to it";
  if (WEXITSTATUS(status) == kCannotExecute) return name_ + " cannot be executed";
  return subject + " ended by itself with exit code " + std::to_string(WEXITSTATUS(status)) + where;
}

}  // namespace mover::controller
