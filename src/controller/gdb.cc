// The script that gdb executes at its start, and running gdb.
#include "controller/gdb.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>

#include "controller/driver.h"

namespace mover::controller {

namespace {

// Quotes a word for gdb's `set args`, which a shell parses.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// Commands of gdb: `run` starts the program, which stops in main, and then at each context switch.
constexpr const char* kCommands = R"(set pagination off
set confirm off
set breakpoint pending on
set disable-randomization on
set print thread-events off
handle SIGSEGV nostop noprint pass
define mover-show
end
define mover-next
  tbreak mover_switch
  continue
  printf "mover: thread %d continues: %s\n", $edi, (char *) $rsi
  mover-show
end
document mover-next
Continues to the next context switch of the recorded schedule.
end
echo mover: 'mover-next' continues to the next context switch; step, print and backtrace work as usual.\n
echo mover: one thread of the system executes all threads of the program; the others that gdb lists are parked.\n
tbreak main
run
)";

// A command in Python, if gdb supports Python: selects the innermost frame that is neither in the run-time library nor
// in a library of the system.
constexpr const char* kShow = R"(
class MoverShow(gdb.Command):
    """Selects the innermost frame of the user's code."""
    def __init__(self):
        super().__init__("mover-show", gdb.COMMAND_STACK)
    def invoke(self, argument, from_tty):
        frame = gdb.newest_frame()
        while frame is not None:
            library = gdb.solib_name(frame.pc()) or ""
            if not library.startswith(("/lib", "/usr/lib")) and "libmover_runtime" not in library:
                frame.select()
                gdb.execute("frame")
                return
            frame = frame.older()
MoverShow()
)";

}  // namespace

std::string schedule_file(const Schedule& schedule, const std::string& learned) {
  std::string text = learned.empty() ? "" : "learned " + learned + "\n";
  for (const Decision& decision : schedule)
    text += std::to_string(decision.thread) + " " + std::to_string(decision.choice) + "\n";
  return text;
}

std::string gdb_script(const Start& what, const std::string& schedule_path) {
  std::string text;
  for (const std::string& variable : run_time_environment(what)) {
    const size_t equals = variable.find('=');
    text += "set environment " + variable.substr(0, equals) + " " + variable.substr(equals + 1) + "\n";
  }
  text += "unset environment " + std::string(native::kControlVariable) + "\n";
  text += "set environment " + std::string(native::kReplayVariable) + " " + schedule_path + "\n";
  text += "file " + what.program + "\nset args";
  for (size_t i = 1; i < what.arguments.size(); ++i) text += " " + quoted(what.arguments[i]);
  return text + "\n" + kCommands;
}

std::string run_gdb(const Start& what, const Schedule& schedule, const std::string& learned,
                    const frontend::TempDir& folder) {
  const std::string gdb = found_on_path("gdb");
  if (gdb.empty()) return "gdb is not installed: apt-get install gdb";
  const std::string schedule_path = folder.file("schedule"), script = folder.file("gdb-script");
  std::ofstream(schedule_path) << schedule_file(schedule, learned);
  const std::string show = folder.file("show.py");
  std::ofstream(show) << kShow;
  std::ofstream(script) << gdb_script(what, schedule_path) << "source " << show << "\n";  // last, because it may fail
  auto old = signal(SIGINT, SIG_IGN);  // Ctrl-C interrupts the program in the debugger, not Mover
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGINT, SIG_DFL);
    execl(gdb.c_str(), "gdb", "-q", "-x", script.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  signal(SIGINT, old);
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) != 127 ? "" : "gdb could not be run";
}

}  // namespace mover::controller
