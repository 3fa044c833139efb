// The search of [EQT06, figures 5 to 7] as printed, for comparison with our DPOR (stateful_dpor.h). The numbers of
// lines are those of figure 6 (S) and figure 7 (P). The locksets are those of figure 4, with one variable for each
// accessed address.
//
// The paper has locks, threads and volatile variables only. Here, an atomic access acquires and releases a lock of its
// own (section 4), and every other operation that is no release counts as an acquire. A failure ends the execution for
// all threads, so all threads are explored in the state before it. As printed, a node whose `tid` becomes another
// thread than 0 again (S36) leaves the other threads unexplored, and deadlocks need not be found: the verdict is never
// `safe`.
#include <algorithm>
#include <map>
#include <set>

#include "search/depth_first.h"
#include "search/thread_set.h"
#include "store/state_numbers.h"

namespace mover {

namespace {

using Element = uint64_t;  // a lock (its address), or a thread
using Lockset = std::set<Element>;
using LocksetMap = std::map<Address, Lockset>;  // by variable; a missing entry stands for all elements
using VariableSet = std::set<Address>;

constexpr Element kThread = 1ull << 63;
constexpr ThreadId kZero = 64;                 // the paper's thread 0: other threads are to be explored
constexpr Address kVolatile = 1ull << 62;      // marks the lock of a volatile variable
constexpr Address kAllVariables = UINT64_MAX;  // in Node::races: any variable

bool disjoint(const Lockset& one, const Lockset& other) {
  return std::none_of(one.begin(), one.end(), [&](Element e) { return other.contains(e); });
}

class LocksetsAsPrinted final : public DepthFirst {
 public:
  LocksetsAsPrinted(Machine& machine, SearchRun& run) : DepthFirst(machine, run) {}
  void run(const StepResult& first);

 private:
  // Figure 5. Canonisers are not kept: they are computed again in the state.
  struct Node {
    uint32_t state = 0;
    LocksetMap locksets;
    std::map<Address, size_t> last_access;  // `la`: the node on the stack, by variable
    ThreadId tid = kZero;
    ThreadSet enabled = 0, done = 0;
    ThreadId thread = 0;               // the thread that is explored
    uint32_t choice = 0, choices = 0;  // its next alternative, and the number of alternatives
    VariableSet races, accessed;       // `accessed` is the paper's `va`
    bool successor_on_stack = false;
  };

  bool has_states() const override { return !stack_.empty(); }
  bool select() override;
  bool take() override;
  bool leave() override;
  bool push(Node node);
  Lockset held(ThreadId t) const;
  void follow_access(ThreadId t, const Access& access, Node& next);
  void follow_event(ThreadId t, const Event& event, const Lockset& before, LocksetMap& all) const;
  static void grow(LocksetMap& all, const Lockset& common, const Lockset& added);
  static bool is_acquire(const Action& action);
  void explore_others(const Node& node, const VariableSet& races);
  // The canonical names of variables and elements (the paper's f), and back. REQUIRES: the canonical form was computed
  // in this state.
  Element canonical(Element element) const;
  LocksetMap canonical(const LocksetMap& all) const;
  std::map<Element, Element> originals(const LocksetMap& all) const;

  store::StateNumbers states_;
  std::map<uint32_t, LocksetMap> table_;        // by state, canonical
  std::map<uint32_t, VariableSet> race_table_;  // by state, canonical
  std::vector<Node> stack_;
  std::vector<uint32_t> tuple_;
};

void LocksetsAsPrinted::run(const StepResult& first) {
  if (!begins(first)) return;
  machine_.states().canonical_state(states_.chunks(), tuple_);
  Node node;
  node.state = states_.insert(tuple_).number;
  table_[node.state] = {};
  if (push(std::move(node))) explore();
  result_.stats.states = states_.size();
  result_.stats.store_bytes = states_.memory();
}

bool LocksetsAsPrinted::push(Node node) {
  for (ThreadId t = 0; t < machine_.num_threads(); ++t)
    if (machine_.status(t) == ThreadStatus::Parked && machine_.enabled(t)) node.enabled |= bit(t);
  if (node.tid != kZero && !in(node.enabled, node.tid)) node.tid = kZero;  // P35
  result_.stats.executions += node.enabled == 0;
  path_.save();
  stack_.push_back(std::move(node));
  at_top_ = true;
  note_depth();
  result_.stats.states = states_.size();
  return findings_.in_state(machine_, path_.schedule());
}

// S19 to S23, S35 and S36.
bool LocksetsAsPrinted::select() {
  Node& node = stack_.back();
  if (node.choice < node.choices) return true;
  const ThreadSet left = node.enabled & ~node.done;
  const bool any = node.tid == kZero;
  if (any ? left == 0 : in(node.done, node.tid)) return false;
  node.thread = any ? first_of(left) : node.tid;
  node.tid = node.thread;
  node.done |= bit(node.thread);
  node.choice = 0;
  return_to_top();
  node.choices = machine_.choices(node.thread);
  return true;
}

Lockset LocksetsAsPrinted::held(ThreadId t) const {
  Lockset all{kThread + t};
  for (const Held& lock : machine_.held(t)) all.insert(lock.object);
  return all;
}

void LocksetsAsPrinted::grow(LocksetMap& all, const Lockset& common, const Lockset& added) {
  for (auto& [variable, locks] : all)
    if (!disjoint(locks, common)) locks.insert(added.begin(), added.end());
}

// Whether the action is a scheduling point for all threads (P23 to P25).
bool LocksetsAsPrinted::is_acquire(const Action& action) {
  if (action.kind != ActionKind::Sync) return false;
  switch (action.sync) {
    case ir::SyncOp::MutexUnlock:
    case ir::SyncOp::SpinUnlock:
    case ir::SyncOp::RwUnlock:
    case ir::SyncOp::ThreadCreate:
    case ir::SyncOp::ThreadExit:
    case ir::SyncOp::Yield:
      return false;
    default:
      return true;
  }
}

// An access by t in the state on top of the stack (P14 to P22, and figure 4, rule 2).
void LocksetsAsPrinted::follow_access(ThreadId t, const Access& access, Node& next) {
  Node& curr = stack_.back();
  const Address variable = access.address;
  Lockset locks = held(t);
  if (access.atomic) {
    curr.tid = kZero;
    locks.insert(kVolatile + variable);
    grow(next.locksets, locks, locks);  // the lock of the variable is acquired
  }
  next.accessed.insert(variable);
  next.last_access[variable] = stack_.size() - 1;
  const auto known = next.locksets.find(variable);
  if (known != next.locksets.end() && disjoint(known->second, locks)) {
    if (const auto last = curr.last_access.find(variable); last != curr.last_access.end())
      stack_[last->second].tid = kZero;
    curr.races.insert(variable);
  }
  next.locksets[variable] = locks;
}

// Figure 4, rules 3, 5 and 6. `before`: the locks of t before the step.
void LocksetsAsPrinted::follow_event(ThreadId t, const Event& event, const Lockset& before, LocksetMap& all) const {
  switch (event.kind) {
    case Event::Kind::Acquire: {
      Lockset locks = held(t);
      locks.insert(event.object);
      return grow(all, locks, locks);
    }
    case Event::Kind::Create:
      return grow(all, before, {kThread + event.other});
    case Event::Kind::Join:
      return grow(all, {kThread + event.other}, before);
    default:
      return;
  }
}

// P31 and P32: other threads are explored in the nodes of the last accesses to these variables.
void LocksetsAsPrinted::explore_others(const Node& node, const VariableSet& races) {
  for (const auto& [variable, last] : node.last_access)
    if (races.contains(variable) || races.contains(kAllVariables)) stack_[last].tid = kZero;
}

bool LocksetsAsPrinted::take() {
  return_to_top();
  const Decision decision{stack_.back().thread, stack_.back().choice++};
  const ThreadId t = decision.thread;
  const Action action = machine_.pending(t);
  std::vector<Access> accesses;
  machine_.touched(t, action, accesses);
  const Lockset before = held(t);
  Node next;
  next.locksets = stack_.back().locksets;
  next.last_access = stack_.back().last_access;
  next.tid = t;
  for (const Access& access : accesses) follow_access(t, access, next);
  if (is_acquire(action)) stack_.back().tid = kZero;
  const StepResult result = step(decision);
  if (!findings_.after_step(machine_, result, path_.schedule())) return false;
  Node& curr = stack_.back();
  if (result.kind != StepResult::Kind::Running) {
    path_.pop();
    curr.tid = kZero;
    return true;
  }
  for (const Event& event : machine_.happened()) follow_event(t, event, before, next.locksets);
  machine_.states().canonical_state(states_.chunks(), tuple_);
  next.state = states_.insert(tuple_).number;
  const std::map<Element, Element> back = originals(next.locksets);
  if (const auto known = race_table_.find(next.state); known != race_table_.end()) {  // P27 to P34
    for (Address variable : known->second)
      if (auto original = back.find(variable); original != back.end()) next.races.insert(original->second);
    explore_others(next, next.races);
    for (Address variable : next.races)
      if (!next.accessed.contains(variable)) curr.races.insert(variable);
  }
  if (const auto known = table_.find(next.state); known != table_.end()) {  // S40 to S51
    LocksetMap now = canonical(next.locksets);
    const bool contained = std::all_of(now.begin(), now.end(), [&](const auto& entry) {
      const auto stored = known->second.find(entry.first);
      return stored != known->second.end() &&
             std::includes(entry.second.begin(), entry.second.end(), stored->second.begin(), stored->second.end());
    });
    if (contained) {
      if (std::any_of(stack_.begin(), stack_.end(), [&](const Node& n) { return n.state == next.state; }))
        curr.tid = kZero, curr.successor_on_stack = true;
      path_.pop();
      at_top_ = false;
      return true;
    }
    for (const auto& [variable, stored] : known->second) {
      auto [entry, fresh] = now.try_emplace(variable, stored);
      if (!fresh) std::erase_if(entry->second, [&](Element e) { return !stored.contains(e); });
    }
    next.locksets.clear();
    for (const auto& [variable, locks] : now) {
      const auto original = back.find(variable);
      if (original == back.end()) continue;
      Lockset& mapped = next.locksets[original->second];
      for (Element e : locks)
        if (auto o = back.find(e); o != back.end()) mapped.insert(o->second);
    }
  }
  table_[next.state] = canonical(next.locksets);
  return push(std::move(next));
}

// S24 to S32.
bool LocksetsAsPrinted::leave() {
  Node& top = stack_.back();
  if (top.tid == kZero && top.successor_on_stack) {
    top.races = {kAllVariables};
    explore_others(top, top.races);
  }
  return_to_top();
  machine_.states().canonical_state(states_.chunks(), tuple_);
  VariableSet& races = race_table_[top.state];
  races.clear();
  for (Address variable : top.races)
    if (const Element name = canonical(variable); name != 0) races.insert(name);
  const Node node = std::move(top);
  stack_.pop_back();
  if (stack_.empty()) return true;
  path_.pop();
  at_top_ = false;
  for (Address variable : node.races)
    if (!node.accessed.contains(variable)) stack_.back().races.insert(variable);
  return true;
}

Element LocksetsAsPrinted::canonical(Element element) const {
  if (element == kAllVariables || (element & kThread) != 0) return element;
  const Address mark = element & kVolatile, name = machine_.states().canonical_address(element & ~kVolatile);
  return name == 0 ? 0 : name | mark;
}

LocksetMap LocksetsAsPrinted::canonical(const LocksetMap& all) const {
  LocksetMap result;
  for (const auto& [variable, locks] : all) {
    const Element name = canonical(variable);
    if (name == 0) continue;
    for (Element lock : locks)
      if (const Element e = canonical(lock); e != 0) result[name].insert(e);
  }
  return result;
}

std::map<Element, Element> LocksetsAsPrinted::originals(const LocksetMap& all) const {
  std::map<Element, Element> back{{kAllVariables, kAllVariables}};
  auto add = [&](Element element) {
    if (const Element name = canonical(element); name != 0) back[name] = element;
  };
  for (const auto& [variable, locks] : all) {
    add(variable);
    for (Element lock : locks) add(lock);
  }
  for (ThreadId t = 0; t < machine_.num_threads(); ++t) add(kThread + t);
  return back;
}

}  // namespace

SearchResult search_locksets_as_printed(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchRun run(options);
  std::unique_ptr<Machine> machine = make_machine();
  machine->record_events(true);
  const StepResult first = machine->reset();
  LocksetsAsPrinted(*machine, run).run(first);
  add_omission(run.result.incomplete,
               omission("--reduction=locksets-as-printed: the search is for comparison, and need "
                        "not explore every thread where threads race"));
  add_observations(*machine, run.result);
  return run.finish();
}

}  // namespace mover
