// Mover's end of the protocol with a process that runs the program: starts searches there, and gives proxies for
// the machine there.
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

// Why the process does not answer, in one sentence; it is ended if it still runs.
enum class Loss : uint8_t { Gone, Silent, NoTime };
using ExplainLoss = std::function<std::string(Loss)>;

// In seconds.
struct Timeouts {
  double step = 60;  // a single step, or the part of a search between two messages
  double stop = 2;   // to stop when it is asked to
};

class Remote {
 public:
  // For a process with the same program as ours.
  Remote(int fd, const ir::Program& program, ExplainLoss explain);
  // For a compiled program, whose addresses `symbols` names.
  Remote(int fd, std::unique_ptr<Symbols> symbols, ExplainLoss explain);
  ~Remote();
  Remote(const Remote&) = delete;
  Remote& operator=(const Remote&) = delete;

  void set_timeouts(Timeouts timeouts) { timeouts_ = timeouts; }

  // How much memory the process uses, in MiB: a search that exceeds its limit is ended.
  void set_memory_meter(std::function<uint64_t()> resident_mib) { resident_mib_ = std::move(resident_mib); }

  // Waits until the process is ready. False: it will not be; see loss().
  bool greet();
  const Abilities& abilities() const { return abilities_; }

  // Explores with the reduction of that name. REQUIRES: abilities().searches has it.
  SearchResult search(const std::string& reduction, const SearchOptions& options);

  // As in trace/shorten.h, in the process: otherwise every step would be an exchange. REQUIRES: pinned.
  Violation shorten(const Violation& violation, const ShortenBudget& budget);

  // As in trace/replay.h and trace/race_order.h, in the process, in one exchange each.
  Replay replay(const Violation& violation);
  RaceOrder try_both_orders(const Violation& race);
  // Follows the schedule, so that every place on it is known.
  void visit(const Schedule& schedule);

  // What a search that was cut short has found, with the refinements of that time: see pin().
  struct Found {
    Violation violation;
    std::string learned;
    ModuleAddress place{}, other_place{};
  };
  const std::vector<Found>& found() const { return found_; }

  uint64_t exchanges() const { return exchanges_; }

  // Proxies of the one machine there, for the one that has called reset() last. REQUIRES: this outlives them.
  std::unique_ptr<Machine> machine();

  // Adds every place that the program has reached so far to program().
  void learn_locations();

  // The refinements of the machine decide what a step is. From now on each execution begins with the present ones, or
  // the given ones, and without those of earlier executions: so a schedule means the same every time, and in another
  // process.
  std::string pin();
  void pin(const std::string& learned);

  // Whether single steps teach the machine as well. REQUIRES: nothing is pinned.
  void let_learn(bool on) { ask(Message::Learn, Writer()(on)); }

  // Why the process does not answer any more; empty: it does.
  const std::string& loss() const { return loss_; }
  const ir::Program& program() const { return *program_; }

 private:
  friend class RemoteMachine;
  friend class RemoteSnapshot;

  // Whether there was an answer.
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

  // Replaces locations and names of the process by ours.
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
  const Machine* current_ = nullptr;  // whose reset was the last one
  std::optional<std::string> pinned_;
  uint64_t pinned_refinements_ = 0, refinements_ = 0;  // the number of refinements then, and now

  const ir::Program* program_;
  std::unique_ptr<Symbols> symbols_;
  ir::Program own_;  // as far as known: files, places, functions, globals
  std::map<std::string, uint32_t> files_;
  std::map<std::string, ir::FunctionId> functions_;
  std::map<std::string, ir::GlobalId> globals_;
  std::vector<ir::FunctionId> function_at_{ir::kNone};  // by LocId
  std::map<Address, std::string> data_names_, code_names_;
  std::vector<ir::LocId> ranked_;  // a location of each place, by its rank
  size_t locations_ranked_ = 0;
  std::vector<Found> found_;
  uint64_t exchanges_ = 0;
};

}  // namespace mover::native
