// The scripts that gdb executes at its start, and running gdb.
#include "controller/gdb.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <utility>

#include "controller/driver.h"

namespace mover::controller {

namespace {

// Quotes a word for gdb's `set args`, which a shell parses.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// Commands of gdb. Without Python, gdb has only these.
constexpr const char* kCommands = R"(set pagination off
set confirm off
set breakpoint pending on
set disable-randomization on
set print thread-events off
handle SIGSEGV nostop noprint pass
define mover-show
end
define mover-stack
  backtrace
end
define mover-start
  tbreak main
  run
end
document mover-start
Runs the program again, and stops in main.
end
)";

// Commands in Python.
constexpr const char* kPython = R"(
import gdb

class Replay:
    switches = 0  # since main

def name(thread):
    return NAMES[thread] if 0 <= thread < len(NAMES) else f"thread {thread}"

def is_alive():
    return gdb.selected_inferior().pid != 0

def is_users(frame):
    library = gdb.solib_name(frame.pc()) or ""
    if library.startswith(("/lib", "/usr/lib")) or "libmover_runtime" in library:
        return False
    symtab = frame.find_sal().symtab
    return symtab is None or not symtab.fullname().startswith("/usr/")

def frames():
    frame = gdb.newest_frame()
    while frame is not None:
        if is_users(frame):
            yield frame
        frame = frame.older()

def place(sal):
    return f"{sal.symtab.filename}:{sal.line}" if sal.symtab else "an unknown place"

def show():
    for frame in frames():
        frame.select()
        gdb.execute("frame")
        return

def go_to(function, command="continue"):
    """Whether the program has stopped in the function."""
    breakpoint = gdb.Breakpoint(function, internal=True, temporary=True)
    breakpoint.silent = True
    gdb.execute(command, to_string=True)
    if breakpoint.is_valid():
        breakpoint.delete()
    if not is_alive():
        print("mover: the program has ended; mover-start runs it again")
    return is_alive()

def next_switch():
    if not is_alive():
        print("mover: the program does not run; mover-start runs it again")
        return False
    Replay.switches += 1
    return go_to("mover_switch")

def say_switch():
    thread, what = int(gdb.parse_and_eval("$edi")), gdb.parse_and_eval("(char *)$rsi").string()
    print(f"mover: {what}" if thread < 0 else f"mover: {name(thread)}: {what}")
    show()

class Show(gdb.Command):
    """Selects the innermost frame of the user's code."""
    def __init__(self):
        super().__init__("mover-show", gdb.COMMAND_STACK)
    def invoke(self, argument, from_tty):
        show()

class Stack(gdb.Command):
    """Prints the frames of the user's code."""
    def __init__(self):
        super().__init__("mover-stack", gdb.COMMAND_STACK)
    def invoke(self, argument, from_tty):
        for frame in frames():
            print(f"  #{frame.level()}  {frame.name()}  at {place(frame.find_sal())}")

class Start(gdb.Command):
    """Runs the program again, and stops in main."""
    def __init__(self):
        super().__init__("mover-start", gdb.COMMAND_RUNNING)
    def invoke(self, argument, from_tty):
        Replay.switches = 0
        if go_to("main", "run"):
            show()

class Next(gdb.Command):
    """Continues to the next context switch of the recorded schedule."""
    def __init__(self):
        super().__init__("mover-next", gdb.COMMAND_RUNNING)
    def invoke(self, argument, from_tty):
        if next_switch():
            say_switch()

class Prev(gdb.Command):
    """Goes back to the previous context switch: runs the program again up to there."""
    def __init__(self):
        super().__init__("mover-prev", gdb.COMMAND_RUNNING)
    def invoke(self, argument, from_tty):
        wanted = Replay.switches - 1
        Replay.switches = 0
        if not go_to("main", "run"):
            return
        while Replay.switches < wanted and next_switch():
            pass
        if wanted > 0 and is_alive():
            say_switch()
        else:
            show()

class Threads(gdb.Command):
    """Lists the threads of the program: where each is parked, and what it is about to do.
They run on one thread of the operating system, and gdb would list threads that are not the program's."""
    def __init__(self, command):
        super().__init__(command, gdb.COMMAND_RUNNING)
    def invoke(self, argument, from_tty):
        for thread, text in enumerate(NAMES):
            entry = f"((unsigned long *)&mover_parked)[{2 * thread}]"
            pc = int(gdb.parse_and_eval(entry)) if is_alive() else 0
            if pc == 0:
                print(f"  {text}  has not run yet")
                continue
            action = gdb.parse_and_eval(f"((char **)&mover_parked)[{2 * thread + 1}]").string()
            print(f"  {text}  was last parked at {place(gdb.find_pc_line(pc))}: {action}")

for command in (Show, Stack, Start, Next, Prev):
    command()
Threads("mover-threads")
Threads("info threads")
)";

// The text as one line for gdb's `echo`.
std::string echoed(const std::string& text) {
  std::string line = "echo ";
  for (const char c : text)
    line += c == '\n' ? "\\n" : c == '\\' || c == ' ' ? std::string("\\") + c : std::string(1, c);
  return line + "\\n\n";
}

std::string python_list(const std::vector<std::string>& texts) {
  std::string list = "[";
  for (const std::string& text : texts) {
    list += '"';
    for (const char c : text) list += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    list += "\", ";
  }
  return list + "]";
}

}  // namespace

std::string schedule_file(const Schedule& schedule, const std::string& learned, const Tour& tour) {
  std::string text = learned.empty() ? "" : "learned " + learned + "\n";
  for (const Decision& decision : schedule)
    text += std::to_string(decision.thread) + " " + std::to_string(decision.choice) + "\n";
  for (const Tour::Stop& stop : tour.stops) text += native::kShowsThread + std::to_string(stop.thread) + "\n";
  return text;
}

std::string gdb_tour(const Tour& tour) {
  std::string text = tour.beginning.empty() ? "" : echoed(tour.beginning);
  std::string go = "run\n";
  for (const Tour::Stop& stop : tour.stops) {
    text += "tbreak mover_stop\ncommands\nsilent\nend\n" + std::exchange(go, "continue\n") + echoed("\n" + stop.why) +
            "mover-stack\n";
  }
  if (!tour.stops.empty()) text += "mover-show\n";
  return text +
         echoed(
             "mover: this is the end of the recorded schedule. mover-threads lists the threads; mover-start runs "
             "the program again,\nfrom main, then mover-next and mover-prev go to the next and the previous "
             "context switch; step, print and backtrace work as usual.");
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

std::string run_gdb(const Start& what, const Schedule& schedule, const std::string& learned, const Tour& tour,
                    const frontend::TempDir& folder) {
  const std::string gdb = found_on_path("gdb");
  if (gdb.empty()) return "gdb is not installed: apt-get install gdb";
  const std::string schedule_path = folder.file("schedule"), script = folder.file("gdb-script");
  const std::string commands = folder.file("commands.py"), tour_path = folder.file("gdb-tour");
  std::ofstream(schedule_path) << schedule_file(schedule, learned, tour);
  std::ofstream(script) << gdb_script(what, schedule_path);
  std::ofstream(commands) << "NAMES = " << python_list(tour.names) << kPython;
  std::ofstream(tour_path) << gdb_tour(tour);
  auto old = signal(SIGINT, SIG_IGN);  // Ctrl-C interrupts the program in the debugger, not Mover
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGINT, SIG_DFL);
    execl(gdb.c_str(), "gdb", "-q", "-x", script.c_str(), "-x", commands.c_str(), "-x", tour_path.c_str(),
          static_cast<char*>(nullptr));
    _exit(127);
  }
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  signal(SIGINT, old);
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) != 127 ? "" : "gdb could not be run";
}

}  // namespace mover::controller
