#include "differential/trial.h"

#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <variant>

#include "differential/emit.h"
#include "frontend/frontend.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "support/check.h"

namespace mover::differential {
namespace {

namespace fs = std::filesystem;

Trial wrong(std::string reason) {
  Trial trial;
  trial.outcome = Outcome::Disagree;
  trial.reason = std::move(reason);
  return trial;
}

Trial judge_program(const ir::Program& program, const Rules& rules, Verdict& verdict) {
  if (const auto problems = ir::verify(program); !problems.empty()) return wrong("ill-formed IR: " + problems.front());
  verdict = judge(program, rules);
  Trial trial;
  trial.reason = verdict.reason;
  if (verdict.kind == Verdict::Kind::Disagree) trial.outcome = Outcome::Disagree;
  if (verdict.kind == Verdict::Kind::Skipped) trial.outcome = Outcome::Skipped;
  for (size_t i = 0; i < verdict.answers.size(); ++i)
    trial.answers += std::string(rules.contestants[i].name) + ":\n" + to_text(verdict.answers[i]);
  const Answer& first = verdict.answers.front();
  trial.fails = !first.failures.empty();
  trial.deadlocks = !first.deadlocks.empty();
  trial.races = !first.races.empty();
  return trial;
}

// A file of C text that exists as long as this object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text)
      : path_(fs::temp_directory_path() / ("mover-differential-" + std::to_string(getpid()) + ".c")) {
    std::ofstream(path_) << text;
  }
  ~TemporaryFile() { fs::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

// Tries both forms of one program, and compares their findings.
Trial judge_forms(const ir::Program& as_ir, const std::string& c_file, const Rules& rules) {
  const auto loaded = frontend::load({.files = {c_file}, .compiler_flags = {}, .compile_commands_dir = ""});
  if (const auto* error = std::get_if<frontend::Error>(&loaded)) return wrong("cannot be compiled: " + error->message);
  Verdict c_verdict, ir_verdict;
  Trial trial = judge_program(std::get<ir::Program>(loaded), rules, c_verdict);
  if (trial.outcome != Outcome::Agree) return trial;
  const Trial other = judge_program(as_ir, rules, ir_verdict);
  if (other.outcome != Outcome::Agree) return other;
  const std::string difference = compare_forms(ir_verdict.answers.front(), c_verdict.answers.front());
  if (difference.empty()) return trial;
  trial.outcome = Outcome::Disagree;
  trial.reason = difference;
  trial.answers = "as C:\n" + to_text(c_verdict.answers.front()) + "as IR:\n" + to_text(ir_verdict.answers.front());
  return trial;
}

std::string read(const fs::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// The trial as bytes, which a child process sends to its parent.
std::string pack(const Trial& trial) {
  return std::string(1, static_cast<char>('0' + static_cast<int>(trial.outcome))) + trial.reason + '\0' + trial.answers;
}

Trial unpack(const std::string& bytes) {
  Trial trial;
  trial.outcome = static_cast<Outcome>(bytes.front() - '0');
  const size_t end = bytes.find('\0');
  trial.reason = bytes.substr(1, end - 1);
  trial.answers = bytes.substr(end + 1);
  return trial;
}

void write_all(int fd, const std::string& bytes) {
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t n = ::write(fd, bytes.data() + done, bytes.size() - done);
    if (n <= 0) return;  // the parent has ended
    done += static_cast<size_t>(n);
  }
}

}  // namespace

const char* to_text(Outcome outcome) {
  switch (outcome) {
    case Outcome::Agree:
      return "agree";
    case Outcome::Disagree:
      return "disagree";
    case Outcome::Skipped:
      return "skipped";
    case Outcome::Crash:
      return "crash";
    case Outcome::Hang:
      return "hang";
  }
  return "";
}

Trial run(const Program& program, Form form, const Rules& rules) {
  const ir::Program as_ir = emit_ir(program);
  Verdict verdict;
  if (form == Form::Ir) return judge_program(as_ir, rules, verdict);
  const TemporaryFile c_file(emit_c(program));
  return judge_forms(as_ir, c_file.path(), rules);
}

Trial run_isolated(const std::function<Trial()>& body) {
  int ends[2];
  MOVER_CHECK(pipe(ends) == 0, "a pipe can be opened");
  const pid_t child = fork();
  MOVER_CHECK(child >= 0, "a process can be started");
  if (child == 0) {
    close(ends[0]);
    set_alarm(kMostSeconds);
    write_all(ends[1], pack(body()));
    _exit(0);
  }
  close(ends[1]);
  std::string bytes;
  char buffer[4096];
  for (ssize_t n; (n = ::read(ends[0], buffer, sizeof buffer)) > 0;) bytes.append(buffer, static_cast<size_t>(n));
  close(ends[0]);
  int status = 0;
  MOVER_CHECK(waitpid(child, &status, 0) == child, "a child can be waited for");
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return unpack(bytes);
  Trial trial;
  trial.outcome = outcome_of_death(status, trial.reason);
  return trial;
}

Trial run_isolated(const Program& program, Form form, const Rules& rules) {
  return run_isolated([&] { return run(program, form, rules); });
}

Trial run_c_file(const std::string& path, const Rules& rules) {
  const auto loaded = frontend::load({.files = {path}, .compiler_flags = {}, .compile_commands_dir = ""});
  if (const auto* error = std::get_if<frontend::Error>(&loaded)) return wrong("cannot be compiled: " + error->message);
  Verdict verdict;
  return judge_program(std::get<ir::Program>(loaded), rules, verdict);
}

Trial run_file(const std::string& path, const Rules& rules) {
  const auto parsed = ir::parse(read(path), path);
  if (const auto* error = std::get_if<ir::ParseError>(&parsed))
    return wrong(path + ":" + std::to_string(error->line) + ": " + error->message);
  const ir::Program& program = std::get<ir::Program>(parsed);
  const fs::path c_file = fs::path(path).replace_extension(".c");
  if (fs::exists(c_file)) return judge_forms(program, c_file.string(), rules);
  Verdict verdict;
  return judge_program(program, rules, verdict);
}

void set_alarm(uint32_t seconds) {
  itimerval timer = {};
  timer.it_value.tv_sec = seconds;
  MOVER_CHECK(setitimer(ITIMER_PROF, &timer, nullptr) == 0, "the processor time can be limited");
}

Outcome outcome_of_death(int status, std::string& reason) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF) {
    reason = "no end after " + std::to_string(kMostSeconds) + " seconds of processor time";
    return Outcome::Hang;
  }
  reason = WIFSIGNALED(status) ? std::string("ended by signal: ") + strsignal(WTERMSIG(status))
                               : "ended with exit code " + std::to_string(WEXITSTATUS(status));
  return Outcome::Crash;
}

}  // namespace mover::differential
