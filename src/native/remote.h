// Mover's end of the conversation with a process that runs the program: a search that runs there, and machines that
// stand for the one there.
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

// Why nothing more is heard from the process, in one sentence; it is ended if it is still there.
enum class Loss : uint8_t { Gone, Silent, NoTime };
using ExplainLoss = std::function<std::string(Loss)>;

// How many seconds it may take.
struct Patience {
  double step = 60;  // a single step, or the part of a search between two signs of life
  double stop = 2;   // to stop when it is time to
};

class Remote {
 public:
  // For a process with the same program as ours.
  Remote(int fd, const ir::Program& program, ExplainLoss explain);
  // For a compiled program: what its addresses are called is asked of `symbols`.
  Remote(int fd, std::unique_ptr<Symbols> symbols, ExplainLoss explain);
  ~Remote();
  Remote(const Remote&) = delete;
  Remote& operator=(const Remote&) = delete;

  void set_patience(Patience patience) { patience_ = patience; }

  // How much memory the process uses, in MiB: a search that does not heed its limit is ended.
  void set_memory_meter(std::function<uint64_t()> resident_mib) { resident_mib_ = std::move(resident_mib); }

  // Waits until the process is there. False: it will not be; see loss().
  bool greet();
  const Abilities& abilities() const { return abilities_; }

  // Explores with the reduction of that name. REQUIRES: abilities().searches has it.
  SearchResult search(const std::string& reduction, const SearchOptions& options);

  // As trace/shorten.h has it, over there: every step is a conversation otherwise. REQUIRES: what it knows is pinned.
  Violation shorten(const Violation& violation, const ShortenBudget& budget);

  // As trace/replay.h and trace/race_order.h have them, over there, in one conversation each.
  Replay replay(const Violation& violation);
  RaceOrder try_both_orders(const Violation& race);
  // Follows the schedule, so that every place is known that it comes to.
  void visit(const Schedule& schedule);

  // What a search that was cut short has found, with what the machine knew then: see pin().
  struct Found {
    Violation violation;
    std::string learned;
    ModuleAddress place{}, other_place{};
  };
  const std::vector<Found>& found() const { return found_; }

  uint64_t conversations() const { return conversations_; }

  // All of them are one and the same machine over there: whoever has called reset() last has it. Outlived by this.
  std::unique_ptr<Machine> machine();

  // Makes every place known that the program has been at so far: program() has it then.
  void learn_locations();

  // What the machine there has found out about the program decides what a step is. From now on each execution begins
  // with what it knows now, or with what it is told, and with nothing that earlier ones have shown: so that a schedule
  // means the same every time, and in another process.
  std::string pin();
  void pin(const std::string& learned);

  // Whether steps that are taken one by one teach the machine as well. REQUIRES: nothing is pinned.
  void let_learn(bool on) { ask(Message::Learn, Writer()(on)); }

  // Why the process cannot be asked any more; empty: it can.
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

  // Whatever comes from there, in terms of here.
  void know(ir::LocId& loc);
  void know(std::string& text);
  void know(std::vector<std::string>& texts);
  void know(Omission& omission);
  void know(Finding& finding);
  void know(StepResult& step);
  void know(SearchResult& result);
  void know(Replay& replay);
  void know(Place& place);
  void know(std::vector<HeldLock>& locks);
  void know(std::vector<StackFrame>& stack);
  void know(std::vector<Position>& positions);
  void know(SeenAccess& seen);
  void know(RaceSide& side);
  std::string name_of(const Mark& mark);
  ir::FunctionId function_at(ir::LocId loc) const { return function_at_[loc]; }
  ir::GlobalId global_at(const ModuleAddress& address);
  bool has_symbols() const { return symbols_ != nullptr; }

  const int fd_;
  ExplainLoss explain_;
  Patience patience_;
  std::function<uint64_t()> resident_mib_;
  std::string loss_;
  Abilities abilities_;
  const Machine* current_ = nullptr;  // whose reset was the last one
  std::optional<std::string> pinned_;
  uint64_t pinned_lessons_ = 0, lessons_ = 0;  // how many there were then, and by now

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
  uint64_t conversations_ = 0;
};

}  // namespace mover::native
