// The protocol between Mover and the program that runs under its control, over one socket. Mover sends requests, and
// the run-time library in the program's process (server.h) answers them. Each request has one answer, except `Search`,
// which has any number of `Progress` and `Found`, and then one `Result`.
//
// Starting the process. Mover creates a socket pair and executes the program with
//   MOVER_CONTROL_FD=<n>                    the run-time's end of the socket
//   GLIBC_TUNABLES=glibc.pthread.rseq=0     the run-time switches thread descriptors, and the kernel is not informed
//   LD_BIND_NOW=1                           no lazy binding inside a step
//   MOVER_PERMIT=<names>                    failures to explore (kRefusedAllocations, …), also with MOVER_REPLAY
// and the rest of its environment unchanged. Addresses are not randomised (personality), and standard input is
// /dev/null. The process leads its own process group, because Mover handles Ctrl-C and sends `Stop`. It ends with
// Mover. Before main, the run-time library sends `Hello`, and then answers requests (serve) until `Quit` or the end of
// the socket. Then it ends the process with _exit. Without MOVER_CONTROL_FD it has two other modes:
//   MOVER_REPLAY=<file>   follows the schedule in the file by itself, for a debugger. The first line may be
//                         "learned <text>" (see `Learned`). Then there is a line "<thread> <choice>" for each step. At
//                         every context switch, the run-time library calls the exported, empty function
//                           extern "C" void mover_switch(int thread, const char *what)
//                         in which a debugger sets a breakpoint. After the steps there may be lines "show <thread>".
//                         Each of these threads calls mover_stop (with the same parameters) where it is parked at the
//                         end of the schedule. After that, threads continue in any order.
//   neither               the program runs as if it had been compiled without Mover, as far as possible.
//
// Locations. A LocId of the compiled program is an index into a table of program counters that the run-time library
// keeps (0: unknown; the table only grows, over all executions). Each entry is the address of an instruction *inside*
// the call, that is, return address - 1. Mover requests new entries (`Locations`) and resolves file, line and function
// itself. In the process, Program::locs still needs an entry for each LocId, because searches compare them: Loc{0,
// LocId, 0} suffices.
//
// Names. The process does not need the names of variables and functions. In every text that it sends (messages of
// findings, describe, thread_name, notes, …), Mover replaces the marks of data_mark(), code_mark() and loc_mark() by
// the name of the global, the name of the function, or "file:line".
//
// Places. One place of the source may have many instructions, and findings are about places. Before executions are
// replayed in the process, Mover sends it the rank of each location's place (`Places`; 0: not the user's code). In
// Program::locs, the line of a location is then this rank. Locations that are added later have the line kUnranked +
// LocId. In a Replay from the process, each Place consists of such a line only.
//
// Recording. After record_events(true), `happened` also contains the accesses of a step, including merged ones, with
// their locations, and with their values if known. Reports show these accesses, and find the sides of a race among
// them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "native/archive.h"
#include "search/search.h"
#include "trace/race_order.h"
#include "trace/replay.h"
#include "trace/shorten.h"

namespace mover::native {

constexpr uint32_t kProtocolVersion = 6;
constexpr const char* kControlVariable = "MOVER_CONTROL_FD";
constexpr uint32_t kUnranked = 1u << 30;
// If it is set, the run-time library takes control before the program's constructors instead of before main.
constexpr const char* kConstructorsVariable = "MOVER_CONTROL_CONSTRUCTORS";
constexpr const char* kReplayVariable = "MOVER_REPLAY";
constexpr const char* kShowsThread = "show ";
constexpr const char* kPermitVariable = "MOVER_PERMIT";
constexpr const char *kRefusedAllocations = "refused-allocations", *kSpuriousWakeups = "spurious-wakeups",
                     *kSpuriousFailures = "spurious-failures", *kPastMemoryErrors = "past-memory-errors",
                     *kNondetRand = "nondet-rand", *kLossy = "lossy";

enum class Message : uint8_t {
  // Requests                    contents                -> answer
  Reset,            // bool record_events                 -> View
  Step,             // ThreadId, uint32_t choice          -> View
  Snapshot,         //                                    -> uint64_t number
  Restore,          // uint64_t number                    -> View
  Release,          // uint64_t number                    -> nothing
  RecordEvents,     // bool                               -> nothing
  Pending,          // ThreadId                           -> Action
  Touched,          // ThreadId                           -> vector<Access>
  InAtomicSection,  // ThreadId                           -> bool
  Detached,         // ThreadId                           -> bool
  Handle,           // ThreadId                           -> Address
  ScopesOf,         // ThreadId                           -> Scopes
  ThreadName,       // ThreadId                           -> text
  CreatedAt,        // ThreadId                           -> LocId
  HeldBy,           // ThreadId                           -> vector<Held>
  StackOf,          // ThreadId                           -> vector<LocId>
  Happened,         //                                    -> vector<Event>
  Output,           //                                    -> text
  TakeRaces,        //                                    -> vector<Finding>
  Describe,         // Address, uint64_t size             -> text
  Object,           // Address                            -> ObjectInfo, ModuleAddress (for a global)
  Holders,          // Address                            -> vector<ThreadId>
  Observations,     //                                    -> Observed
  Locations,        // uint64_t from                      -> vector<ModuleAddress>, of LocIds from `from` on
  Where,            // Address                            -> ModuleAddress
  Places,           // vector<uint32_t>                   -> nothing: the rank of each LocId's place in the source
  // `Learned` returns the refinements that StepMerging::refinements() counts, as one printable line. With them, a
  // schedule means the same in another process. `Teach`, before `Reset`, replaces all refinements by the given ones.
  // `Learn` sets whether single steps cause refinements, as a search does.
  Learned,  //                                    -> text
  Teach,    // that text                          -> uint64_t refinements
  Learn,    // bool                               -> nothing
  Search,   // name, SearchOptions                -> Progress*, Result
  Stop,     // ends a search, or one of the following -> nothing
  // These requests may take long, so they contain the remaining seconds, and react to `Stop`.
  Shorten,        // seconds, Violation, ShortenBudget  -> Schedule
  Replay,         // seconds, Violation                 -> Replay, uint64_t refinements
  TryBothOrders,  // seconds, Violation                 -> RaceOrder
  Quit,           //                                    -> nothing, and the connection ends

  // Answers
  Hello,     // uint32_t version, Abilities
  Answer,    // as above
  Progress,  // Statistics, uint64_t depth
  Result,    // SearchResult
  // Sent during a search. If `is_new` is false, there is no new violation, and those of this search so far are void.
  Found,  // bool is_new, Violation, text as `Learned`, ModuleAddress of both its places
};

// Properties of the process that do not change.
struct Abilities {
  bool merges_steps = false;
  Machine::Traits traits;
  bool has_locations = false;         // LocIds are program counters; otherwise both sides have the same ir::Program
  std::vector<std::string> searches;  // names of reductions
};

// The data about every thread in every state that searches, replays and reports need.
struct ThreadView {
  ThreadStatus status = ThreadStatus::Absent;
  bool enabled = false, waiting = false;
  uint32_t choices = 0;  // if enabled
  AccessHint hint = AccessHint::None;
};

struct View {
  StepResult last;  // the result of the last step or reset
  std::vector<ThreadView> threads;
  uint64_t refinements = 0;
};

// An address as a module's file and an offset, which is the address without the load address, as in the file's symbol
// table. If `module` is empty, the address is in no module.
struct ModuleAddress {
  std::string module;
  uint64_t offset = 0;
};

struct Observed {
  std::vector<std::string> notes;
  std::vector<Omission> incomplete;
  std::vector<Observations::Unreached> unreached;
  bool observed_without_ordering = false, address_without_ordering = false;
  bool reused_numbers = false, addresses_as_numbers = false;
};

// A mark in a text, which Mover replaces by a name: see above.
struct Mark {
  enum class Kind : char { Data = 'd', Code = 'c', Loc = 'l' } kind;
  uint64_t value;
};
std::string data_mark(Address);  // stands for the name of a global
std::string code_mark(Address);  // stands for the name of a function
std::string loc_mark(ir::LocId);
// Finds the first mark in `text`, and its beginning and end. Returns false if there is none.
bool find_mark(std::string_view text, Mark& mark, size_t& begin, size_t& end);

// Whole messages over a socket. These functions make system calls directly, because in the program's process the
// run-time library stands in for the C library's functions.
bool send_message(int fd, Message kind, const std::string& bytes);
enum class Received : uint8_t { Message, End, TimeOut };
constexpr int kForever = -1;
Received receive_message(int fd, Message& kind, std::string& bytes,
                         int milliseconds);  // milliseconds: timeout for the first byte
bool message_waits(int fd);                  // whether a message can be received, or the other end is closed

// The fields of a struct that are sent, in order.
template <typename Archive>
void fields(Archive& a, Access& x) {
  a(x.address, x.size, x.write, x.atomic, x.conditional, x.scope);
}
template <typename Archive>
void fields(Archive& a, Action& x) {
  a(x.kind, x.sync, x.enabled, x.waits_for, x.spins, x.resumed, x.leaves, x.prefers_writers, x.post_fails,
    x.only_observes, x.choices, x.alternatives, x.accesses, x.object, x.mutex, x.loc);
}
template <typename Archive>
void fields(Archive& a, Finding& x) {
  a(x.kind, x.message, x.thread, x.loc, x.other_thread, x.other_loc, x.survivable, x.subject, x.shows_in_state);
}
template <typename Archive>
void fields(Archive& a, Omission& x) {
  a(x.cause, x.what, x.bound, x.loc);
}
template <typename Archive>
void fields(Archive& a, ProgramEnd& x) {
  uint32_t code = x.code ? *x.code + 1u : 0;  // 0: not initialised
  a(code, x.thread, x.loc);
  x.code = code == 0 ? std::nullopt : std::optional<uint8_t>(static_cast<uint8_t>(code - 1));
}
template <typename Archive>
void fields(Archive& a, StepResult& x) {
  a(x.kind, x.finding, x.limit, x.end);
}
template <typename Archive>
void fields(Archive& a, Event& x) {
  a(x.kind, x.object, x.access, x.own, x.order, x.loc, x.other, x.shared, x.value, x.value_known);
}
template <typename Archive>
void fields(Archive& a, Held& x) {
  a(x.object, x.shared);
}
template <typename Archive>
void fields(Archive& a, Scopes::Block& x) {
  a(x.begin, x.acted);
}
template <typename Archive>
void fields(Archive& a, Scopes& x) {
  a(x.functions, x.blocks, x.functions_kept, x.blocks_kept);
}
template <typename Archive>
void fields(Archive& a, ObjectInfo& x) {
  a(x.kind, x.global, x.made_at, x.type, x.name, x.function, x.size);
}
template <typename Archive>
void fields(Archive& a, Observations::Unreached& x) {
  a(x.name, x.loc);
}
template <typename Archive>
void fields(Archive& a, Machine::Traits& x) {
  a(x.restores_any_snapshot, x.numbers_threads_in_order, x.object_bits, x.unstable_begin, x.unstable_end);
}
template <typename Archive>
void fields(Archive& a, Abilities& x) {
  a(x.merges_steps, x.traits, x.has_locations, x.searches);
}
template <typename Archive>
void fields(Archive& a, ThreadView& x) {
  a(x.status, x.enabled, x.waiting, x.choices, x.hint);
}
template <typename Archive>
void fields(Archive& a, View& x) {
  a(x.last, x.threads, x.refinements);
}
template <typename Archive>
void fields(Archive& a, ModuleAddress& x) {
  a(x.module, x.offset);
}
template <typename Archive>
void fields(Archive& a, Observed& x) {
  a(x.notes, x.incomplete, x.unreached, x.observed_without_ordering, x.address_without_ordering, x.reused_numbers,
    x.addresses_as_numbers);
}
template <typename Archive>
void fields(Archive& a, Checks& x) {
  a(x.assertion, x.deadlock, x.race, x.memory, x.leak, x.atomicity, x.discipline, x.exit);
}
template <typename Archive>
void fields(Archive& a, Selective& x) {
  uint32_t preemptions = x.preemptions ? *x.preemptions + 1 : 0;
  a(x.sleep, x.persistent, x.invisible_first, x.composed, preemptions, x.long_path, x.first_bound);
  x.preemptions = preemptions == 0 ? std::nullopt : std::optional<uint32_t>(preemptions - 1);
}
template <typename Archive>
void fields(Archive& a, SearchOptions& x) {  // `interrupted` and `progress` are replaced by messages
  a(x.checks, x.selective, x.explored_threads, x.keep_going, x.collect_races, x.verify_reduction, x.seed, x.tests,
    x.step_limit, x.time_limit, x.memory_limit_mib);
}
template <typename Archive>
void fields(Archive& a, Decision& x) {
  a(x.thread, x.choice);
}
template <typename Archive>
void fields(Archive& a, Violation& x) {
  a(x.finding, x.schedule, x.has_schedule);
}
template <typename Archive>
void fields(Archive& a, ShortenBudget& x) {
  a(x.steps, x.memory_kib, x.replays, x.replayed_steps, x.seconds);
}
template <typename Archive>
void fields(Archive& a, Statistics& x) {
  a(x.states, x.transitions, x.executions, x.max_depth, x.visited_again, x.store_bytes, x.seconds, x.cpu_seconds,
    x.peak_rss_kib, x.tested_executions, x.tested_transitions);
}
template <typename Archive>
void fields(Archive& a, RaceOrder& x) {
  a(x.effect, x.sentence);
}
template <typename Archive>
void fields(Archive& a, Place& x) {
  a(x.file, x.line, x.column);
}
template <typename Archive>
void fields(Archive& a, HeldLock& x) {
  a(x.name, x.shared, x.taken_at, x.object);
}
template <typename Archive>
void fields(Archive& a, Position& x) {
  a(x.status, x.started, x.enabled, x.waits_for, x.waits_on_word, x.object, x.holders, x.place, x.held);
}
template <typename Archive>
void fields(Archive& a, SeenAccess& x) {
  a(x.access, x.name, x.before, x.value, x.place, x.order, x.frees, x.is_internal);
}
template <typename Archive>
void fields(Archive& a, StackFrame& x) {
  a(x.function, x.place);
}
template <typename Archive>
void fields(Archive& a, ReplayedStep& x) {
  a(x.decision, x.action, x.what, x.place, x.preempts, x.effects, x.accesses, x.created, x.held, x.positions, x.stack,
    x.held_before, x.output);
}
template <typename Archive>
void fields(Archive& a, ReplayedThread& x) {
  ThreadId creator = x.creator ? *x.creator + 1 : 0;
  a(x.name, x.created_at, creator);
  x.creator = creator == 0 ? std::nullopt : std::optional<ThreadId>(creator - 1);
}
template <typename Archive>
void fields(Archive& a, RaceSide& x) {
  a(x.thread, x.place, x.access, x.held, x.stack, x.object, x.has_happened);
}
template <typename Archive>
void fields(Archive& a, SpinningLane& x) {
  a(x.thread, x.first, x.last, x.reads, x.knows_reads);
}
template <typename Archive>
void fields(Archive& a, Replay& x) {
  a(x.threads, x.steps, x.end, x.output, x.last, x.race, x.spinning, x.serving, x.shows_finding, x.finding,
    x.divergence, x.diverges_at, x.cut_short);
}
template <typename Archive>
void fields(Archive& a, SearchResult& x) {  // without guards, which only searches with stored states collect
  a(x.stop, x.last_step, x.violations, x.incomplete, x.assumptions, x.gaps, x.unasked, x.refuted, x.remarks, x.covered,
    x.explored_threads, x.stats);
}

}  // namespace mover::native
