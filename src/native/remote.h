// Mover's end of the protocol with the process that runs the program: it starts searches in the process, and provides
// proxies for the machine in it.
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

// The reasons why the process does not answer. ExplainLoss returns a sentence, and ends the process if it still runs.
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

  // `resident_mib`: the memory of the process, in MiB. A search that exceeds its limit is ended.
  void set_memory_meter(std::function<uint64_t()> resident_mib) { resident_mib_ = std::move(resident_mib); }

  // Waits until the process is ready. Returns false if it fails; see loss().
  bool greet();
  const Abilities& abilities() const { return abilities_; }

  // Explores with the reduction of that name. REQUIRES: it is in abilities().searches.
  SearchResult search(const std::string& reduction, const SearchOptions& options);

  // Calls `shorten` (trace/shorten.h) in the process, because otherwise every step would be a round trip. REQUIRES:
  // refinements are pinned.
  Violation shorten(const Violation& violation, const ShortenBudget& budget);

  // Call the functions of trace/replay.h and trace/race_order.h in the process, with one round trip each.
  Replay replay(const Violation& violation);
  RaceOrder try_both_orders(const Violation& race);
  // Follows the schedule, so that all its places become known.
  void visit(const Schedule& schedule);

  // A violation found by a search that was stopped, with the refinements at that time: see pin().
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

  // The refinements of the machine determine its steps. From now on each execution begins with exactly the current
  // refinements, or with the given ones. So a schedule means the same every time, and in another process.
  std::string pin();
  void pin(const std::string& learned);

  // Whether single steps cause refinements as well. REQUIRES: nothing is pinned.
  void let_learn(bool on) { ask(Message::Learn, Writer()(on)); }

  // The reason why the process does not answer any more; empty if it does.
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
  const Machine* current_ = nullptr;  // the proxy whose reset was the last one
  std::optional<std::string> pinned_;
  uint64_t pinned_refinements_ = 0, refinements_ = 0;  // the number of refinements when pinned, and now

  const ir::Program* program_;
  std::unique_ptr<Symbols> symbols_;
  ir::Program own_;  // the known part of the program: files, places, functions, globals
  std::map<std::string, uint32_t> files_;
  std::map<std::string, ir::FunctionId> functions_;
  std::map<std::string, ir::GlobalId> globals_;
  std::vector<ir::FunctionId> function_at_{ir::kNone};  // by LocId
  std::map<Address, std::string> data_names_, code_names_;
  std::vector<ir::LocId> ranked_;  // by rank: a location of each place
  size_t locations_ranked_ = 0;
  std::vector<Found> found_;
  uint64_t exchanges_ = 0;
};

}  // namespace mover::native
