// Mover's end of the protocol with the process that runs the program. It starts searches in the process, and provides
// proxies for the machine in the process.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/protocol.h"
#include "native/symbols.h"

namespace mover::native {

// The reasons why the process does not answer: it has ended, it exceeds a timeout, or the deadline of the whole check
// is reached. ExplainLoss returns a sentence, and ends the process if it still runs.
enum class Loss : uint8_t { Gone, Silent, NoTime };
using ExplainLoss = std::function<std::string(Loss)>;

// Timeouts in seconds.
struct Timeouts {
  double step = 60;  // a single step, or the part of a search between two messages
  double stop = 2;   // the end of a search after `Stop`
};

class Remote {
 public:
  // For a process that has the same ir::Program as Mover.
  Remote(int fd, const ir::Program& program, ExplainLoss explain);
  // For a compiled program; `symbols` names its addresses.
  Remote(int fd, std::unique_ptr<Symbols> symbols, ExplainLoss explain);
  ~Remote();
  Remote(const Remote&) = delete;
  Remote& operator=(const Remote&) = delete;

  void set_timeouts(Timeouts timeouts) { timeouts_ = timeouts; }

  // `resident_mib` returns the resident memory of the process, in MiB. A search that exceeds its memory limit is ended.
  void set_memory_meter(std::function<uint64_t()> resident_mib) { resident_mib_ = std::move(resident_mib); }

  // Waits until the process is ready. Returns false if that fails; see loss().
  bool greet();
  const Abilities& abilities() const { return abilities_; }

  // Explores with the reduction of that name. REQUIRES: it is in abilities().searches.
  SearchResult search(const std::string& reduction, const SearchOptions& options);

  // Calls `shorten` (trace/shorten.h) in the process. With a proxy, every step would be a round trip. REQUIRES:
  // refinements are pinned.
  Violation shorten(const Violation& violation, const ShortenBudget& budget);

  // Call the functions of trace/replay.h and trace/race_order.h in the process, with one round trip each.
  Replay replay(const Violation& violation);
  RaceOrder try_both_orders(const Violation& race);
  // Executes the schedule, so that program() gets all its places.
  void visit(const Schedule& schedule);

  // A violation of a search that was stopped, with the refinements with which it was found: see pin().
  struct Found {
    Violation violation;
    std::string learned;
    ModuleAddress place{}, other_place{};
  };
  const std::vector<Found>& found() const { return found_; }

  uint64_t exchanges() const { return exchanges_; }

  // Proxies for the only machine in the process; only the proxy whose reset() was called last is valid. REQUIRES: this
  // outlives them.
  std::unique_ptr<Machine> machine();

  // Adds every place that the program has reached so far to program().
  void learn_locations();

  // Pins the refinements of the machine, which determine its steps. From now on, each execution begins with exactly the
  // current refinements, or with the given ones. So a schedule means the same in every execution and every process.
  std::string pin();
  void pin(const std::string& learned);

  // Sets whether single steps cause refinements, too, as a search does. REQUIRES: nothing is pinned.
  void let_learn(bool on) { ask(Message::Learn, Writer()(on)); }

  // The reason why the process no longer answers; empty if it answers.
  const std::string& loss() const { return loss_; }
  const ir::Program& program() const { return *program_; }

 private:
  friend class RemoteMachine;
  friend class RemoteSnapshot;

  // Returns whether there was an answer.
  template <typename... Answers>
  bool ask(Message request, const Writer& about, Answers&... answers) {
    std::string bytes;
    if (!exchange(request, about.bytes(), bytes)) return false;
    Reader reader(bytes);
    reader(answers...);
    if (!reader.ok()) lose(Loss::Gone);
    return reader.ok();
  }
  bool exchange(Message request, const std::string& about, std::string& answer);
  Received wait_for_message(Message& kind, std::string& bytes, bool heeds_stop);
  bool replay_once(const Violation& violation, Replay& replay);
  void rank_places();
  void lose(Loss how);
  void begin_as_pinned();
  SearchResult cut_short(Stop stop, const Statistics& so_far);
  void name_places(Found& found);
  void add_location(const CodePlace& place);

  // Replaces locations and names of the process by Mover's.
  void resolve(ir::LocId& loc);
  void resolve(std::string& text);
  void resolve(std::vector<std::string>& texts);
  void resolve(Omission& omission);
  void resolve(Finding& finding);
  void resolve(StepResult& step);
  void resolve(SearchResult& result);
  void resolve(Replay& replay);
  void resolve(Place& place);
  void resolve(std::vector<HeldLock>& locks);
  void resolve(std::vector<StackFrame>& stack);
  void resolve(std::vector<Position>& positions);
  void resolve(SeenAccess& seen);
  void resolve(RaceSide& side);
  std::string name_of(const Mark& mark);
  ir::FunctionId function_at(ir::LocId loc) const { return function_at_[loc]; }
  ir::GlobalId global_at(const ModuleAddress& address);
  bool has_symbols() const { return symbols_ != nullptr; }

  const int fd_;
  ExplainLoss explain_;
  Timeouts timeouts_;
  std::function<uint64_t()> resident_mib_;
  std::string loss_;
  Abilities abilities_;
  const Machine* current_ = nullptr;  // the proxy whose reset() was called last
  std::optional<std::string> pinned_;
  uint64_t pinned_refinements_ = 0, refinements_ = 0;  // the number of refinements when pinned, and now

  const ir::Program* program_;
  std::unique_ptr<Symbols> symbols_;
  ir::Program own_;  // the files, places, functions and globals of the program that have been resolved
  std::map<std::string, uint32_t> files_;
  std::map<std::string, ir::FunctionId> functions_;
  std::vector<std::string> function_words_;  // their names in reports
  std::map<std::string, ir::GlobalId> globals_;
  std::vector<ir::FunctionId> function_at_{ir::kNone};  // by LocId
  std::map<Address, std::string> data_names_, code_names_;
  std::vector<ir::LocId> ranked_;  // by rank: a location of each place
  size_t locations_ranked_ = 0;
  std::vector<Found> found_;
  uint64_t exchanges_ = 0;
};

}  // namespace mover::native
