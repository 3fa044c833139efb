// A proxy for a machine in another process. The answer to each step contains the status of all threads. Other data are
// requested when they are needed, and those that are needed often are cached until the next step.
#include <optional>

#include "native/remote.h"
#include "support/check.h"

namespace mover::native {

class RemoteSnapshot final : public Machine::Snapshot {
 public:
  RemoteSnapshot(Remote& remote, uint64_t number) : remote_(remote), number_(number) {}
  ~RemoteSnapshot() override { remote_.ask(Message::Release, Writer()(number_)); }
  uint64_t number() const { return number_; }

 private:
  Remote& remote_;
  const uint64_t number_;
};

// The proxy offers neither canonical states nor interleaving-independent names; only the machine in the process does.
class RemoteMachine final : public Machine,
                            public Description,
                            public Observations,
                            public ProgramText,
                            public StepMerging {
 public:
  explicit RemoteMachine(Remote& remote)
      : Machine(capabilities(*this, remote), remote.abilities().traits), remote_(remote) {}
  ~RemoteMachine() override {
    if (remote_.current_ == this) remote_.current_ = nullptr;
  }

  const ir::Program& program() const override { return remote_.program(); }
  ir::Places places() const override { return remote_.program(); }
  bool runs_foreign_code() const override { return remote_.has_symbols(); }
  // Only the process has the addresses of objects, so this is a request.
  bool looks_like_address(uint64_t value, uint64_t size) const override {
    return size == 8 && value >> 32 != 0 && object(value).kind != ObjectInfo::Kind::Unknown;
  }

  StepResult reset() override {
    remote_.current_ = this;
    remote_.begin_as_pinned();
    return moved(Message::Reset, Writer()(recording_));
  }
  StepResult step(ThreadId t, uint32_t choice) override { return moved(Message::Step, Writer()(t, choice)); }

  ThreadId num_threads() const override { return static_cast<ThreadId>(view_.threads.size()); }
  ThreadStatus status(ThreadId t) const override { return thread(t).status; }
  bool enabled(ThreadId t) const override { return thread(t).enabled; }
  bool waiting(ThreadId t) const override { return thread(t).waiting; }
  AccessHint access_hint(ThreadId t) const override { return thread(t).hint; }
  uint32_t choices(ThreadId t) const override { return thread(t).choices; }
  Action pending(ThreadId t) const override {
    std::optional<Action>& kept = pending_[t];
    if (!kept) {
      kept = about<Action>(Message::Pending, t);
      remote_.resolve(kept->loc);
    }
    return *kept;
  }
  void touched(ThreadId t, const Action&, std::vector<Access>& accesses) const override {
    accesses = about<std::vector<Access>>(Message::Touched, t);
  }
  bool in_atomic_section(ThreadId t) const override { return about<bool>(Message::InAtomicSection, t); }
  bool detached(ThreadId t) const override { return about<bool>(Message::Detached, t); }
  Address handle(ThreadId t) const override { return about<Address>(Message::Handle, t); }
  Scopes scopes(ThreadId t) const override {
    Scopes scopes;
    if (!remote_.has_symbols()) return about<Scopes>(Message::ScopesOf, t);
    for (ir::LocId loc : stack(t)) scopes.functions.insert(scopes.functions.begin(), remote_.function_at(loc));
    return scopes;
  }

  std::string block_name(ThreadId, size_t) const override { return ""; }  // unknown in this process

  void record_events(bool on) override {
    recording_ = on;
    if (remote_.current_ == this) ask(Message::RecordEvents, Writer()(on));
  }
  const std::vector<Event>& happened() const override {
    if (!happened_) {
      happened_ = fetched<std::vector<Event>>(Message::Happened);
      for (Event& event : *happened_) remote_.resolve(event.loc);
    }
    return *happened_;
  }
  const std::string& output() const override {
    if (!output_) output_ = fetched<std::string>(Message::Output);
    return *output_;
  }

  std::vector<Finding> take_races() override {
    auto races = fetched<std::vector<Finding>>(Message::TakeRaces);
    for (Finding& race : races) remote_.resolve(race);
    return races;
  }
  uint64_t refinements() const override { return view_.refinements; }

  std::shared_ptr<const Snapshot> snapshot() const override {
    return std::make_shared<RemoteSnapshot>(remote_, fetched<uint64_t>(Message::Snapshot));
  }
  void restore(const Snapshot& snapshot) override {
    moved(Message::Restore, Writer()(static_cast<const RemoteSnapshot&>(snapshot).number()));
  }

  std::string describe(Address address, uint64_t size) const override {
    return named(fetched<std::string>(Message::Describe, Writer()(address, size)));
  }
  ObjectInfo object(Address address) const override {
    ObjectInfo info;
    ModuleAddress global;
    ask(Message::Object, Writer()(address), info, global);
    remote_.resolve(info.made_at);
    remote_.resolve(info.name);
    if (!global.module.empty()) info.global = remote_.global_at(global);
    if (info.kind == ObjectInfo::Kind::Global && info.global == ir::kNone) info.kind = ObjectInfo::Kind::Unknown;
    return info;
  }
  std::string thread_name(ThreadId t) const override { return named(about<std::string>(Message::ThreadName, t)); }
  ir::LocId created_at(ThreadId t) const override {
    auto loc = about<ir::LocId>(Message::CreatedAt, t);
    remote_.resolve(loc);
    return loc;
  }
  std::span<const Held> held(ThreadId t) const override {
    std::optional<std::vector<Held>>& kept = held_[t];
    if (!kept) kept = about<std::vector<Held>>(Message::HeldBy, t);
    return *kept;
  }
  std::vector<ir::LocId> stack(ThreadId t) const override {
    auto locs = about<std::vector<ir::LocId>>(Message::StackOf, t);
    for (ir::LocId& loc : locs) remote_.resolve(loc);
    // Removes frames outside the user's code, which have no place.
    if (remote_.has_symbols()) std::erase_if(locs, [&](ir::LocId loc) { return program().locs[loc].line == 0; });
    return locs;
  }
  std::vector<ThreadId> holders(Address object) const override {
    return fetched<std::vector<ThreadId>>(Message::Holders, Writer()(object));
  }

  const std::vector<std::string>& notes() const override { return observed().notes; }
  const std::vector<Omission>& incomplete() const override { return observed().incomplete; }
  bool observed_without_ordering() const override { return observed().observed_without_ordering; }
  bool address_without_ordering() const override { return observed().address_without_ordering; }
  std::vector<Unreached> unreached() const override { return observed().unreached; }
  bool reused_numbers() const override { return observed().reused_numbers; }
  bool addresses_as_numbers() const override { return observed().addresses_as_numbers; }

 private:
  static Capabilities capabilities(RemoteMachine& self, const Remote& remote) {
    Capabilities has{.description = &self, .observations = &self, .text = &self};
    if (remote.abilities().merges_steps) has.merging = &self;
    return has;
  }

  template <typename... Answers>
  bool ask(Message request, const Writer& about, Answers&... answers) const {
    MOVER_CHECK(remote_.current_ == this, "the remote machine belongs to the proxy that has reset it last");
    return remote_.ask(request, about, answers...);
  }
  template <typename T>
  T fetched(Message request, const Writer& about = {}) const {
    T value{};
    ask(request, about, value);
    return value;
  }
  template <typename T>
  T about(Message request, ThreadId t) const {
    return fetched<T>(request, Writer()(t));
  }
  std::string named(std::string text) const {
    remote_.resolve(text);
    return text;
  }

  // If the process does not answer, the machine has no threads, and the execution ends with a limit.
  StepResult moved(Message request, const Writer& how) {
    view_ = {};
    if (!ask(request, how, view_)) {
      view_.last.kind = StepResult::Kind::Limit;
      view_.last.limit = omission(remote_.loss());
    }
    remote_.refinements_ = view_.refinements;
    pending_.assign(view_.threads.size(), std::nullopt);
    held_.assign(view_.threads.size(), std::nullopt);
    happened_.reset();
    output_.reset();
    remote_.resolve(view_.last);
    if (view_.last.kind == StepResult::Kind::Failed) name_place(view_.last.finding);
    return view_.last;
  }

  // A failure outside the user's code (in a test framework, for example) is reported at the call in the user's code.
  void name_place(Finding& finding) const {
    if (!remote_.has_symbols() || program().locs[finding.loc].line != 0 || finding.thread >= num_threads()) return;
    const std::vector<ir::LocId> callers = stack(finding.thread);
    if (!callers.empty()) finding.loc = callers.front();
  }

  const ThreadView& thread(ThreadId t) const {
    static const ThreadView kAbsent;
    return t < view_.threads.size() ? view_.threads[t] : kAbsent;
  }

  const Observed& observed() const {
    observed_ = {};
    if (remote_.loss().empty()) remote_.ask(Message::Observations, {}, observed_);
    remote_.resolve(observed_.notes);
    for (Omission& one : observed_.incomplete) remote_.resolve(one);
    for (Unreached& place : observed_.unreached) {
      remote_.resolve(place.name);
      remote_.resolve(place.loc);
    }
    return observed_;
  }

  Remote& remote_;
  bool recording_ = false;
  View view_;
  mutable std::vector<std::optional<Action>> pending_;
  mutable std::vector<std::optional<std::vector<Held>>> held_;
  mutable std::optional<std::vector<Event>> happened_;
  mutable std::optional<std::string> output_;
  mutable Observed observed_;
};

std::unique_ptr<Machine> Remote::machine() { return std::make_unique<RemoteMachine>(*this); }

}  // namespace mover::native
