// The search over boundary states [FQ03, section 4], with refinement of refuted facts and the search for deadlocks of
// stuck threads.
#include "search/boundary_search.h"

#include <algorithm>
#include <utility>

#include "ir/names.h"
#include "property/deadlock.h"
#include "support/check.h"

namespace mover {

void BoundarySearch::run() {
  if (!dpor_) machine_.names().watch_globals(false);
  machine_.states().forget_chunks();
  first_step_ = result_.stats.transitions;
  refutations_before_ = discipline_.facts().refutations();
  if (rules_.ordered != nullptr) machine_.record_events(true);
  if (components_ != nullptr) Behaviour::watch(machine_);
  transaction_.canonical(tuple_);
  if (dpor_)
    dpor_->look_up(tuple_);
  else if (components_ != nullptr)
    components_->states.insert(tuple_);
  else
    store_.insert(tuple_);
  const uint64_t hash = store::hash_of_tuple(tuple_);
  on_path_.insert(hash);
  if (!enter(Lineage::kRoot, 0, hash) || !explore()) return;
  restart_needed_ |= machine_.state_refinements() != state_refinements_;
  if (restart_needed_) return;
  if (dpor_ || components_ != nullptr) {
    discipline_.catch_up(machine_);
    restart_needed_ |= dpor_ && dpor_->assumption_refuted();
    restart_needed_ |= rules_.soundness.refinement && discipline_.facts().refutations() != refutations_before_;
    return;
  }
  while (refine()) {
  }
  restart_needed_ |= machine_.state_refinements() != state_refinements_;
}

// If a fact was refuted, a search with DPOR or for terminal components has to restart. Before it does, it continues for
// as many steps as it has taken so far, to refute more facts at once.
void BoundarySearch::notice_refutations() {
  if ((!dpor_ && components_ == nullptr) || restart_needed_ || !rules_.soundness.refinement ||
      discipline_.facts().refutations() == refutations_before_)
    return;
  last_step_ = std::min(last_step_, 2 * result_.stats.transitions - first_step_);
  restart_needed_ = true;
}

// Explores again the states that relied on refuted facts. Returns whether there were any and the search continues.
bool BoundarySearch::refine() {
  if (!rules_.soundness.refinement) return false;
  discipline_.catch_up(machine_);
  const std::vector<bool> broken = discipline_.facts().contain_refuted();
  std::vector<Lineage::State> again;
  for (Lineage::State state = 0; state < lineage_.size(); ++state)
    if (broken[lineage_.relied(state)]) again.push_back(state);
  result_.stats.visited_again += again.size();
  met_cycle_ |= !again.empty();  // edges that are found now may close a cycle with edges that were found before
  for (Lineage::State state : again) {
    if (!budget_.go_on(path_.depth())) return false;
    go_to(state);
    if (!enter(state, 0, 0) || !explore()) return false;
  }
  return !again.empty();
}

// Brings machine and path to a stored state. States are numbered in depth-first order, so consecutive states share most
// of their path.
void BoundarySearch::go_to(Lineage::State state) {
  std::vector<Lineage::State> chain{state};
  while (chain.back() != Lineage::kRoot) chain.push_back(lineage_.parent(chain.back()));
  std::reverse(chain.begin(), chain.end());
  size_t common = 0;
  while (common < chain.size() && common < ancestors_.size() && chain[common] == ancestors_[common].state) ++common;
  ancestors_.resize(common);
  path_.pop_to(ancestors_.back().depth);
  path_.restore();
  transaction_.marks() = ancestors_.back().marks;
  for (; common < chain.size(); ++common) {
    for (Decision step : lineage_.steps(chain[common])) {
      StepResult result = transaction_.repeat(step);
      MOVER_CHECK(result.kind == StepResult::Kind::Running, "the recorded steps lead to the stored state again");
    }
    path_.save();
    ancestors_.push_back({chain[common], path_.depth(), transaction_.marks()});
  }
}

// The search stops if its budget of steps is exhausted, if an assumption was refuted, or if the reduction is not
// worthwhile.
bool BoundarySearch::must_stop() {
  is_exhausted_ = result_.stats.transitions > last_step_;
  if (is_exhausted_ || (search_for_races_ && !search_early())) return true;
  notice_refutations();
  const bool restarts = machine_.state_refinements() != state_refinements_ ||
                        (options_.explored_threads == ExploredThreads::DporIfWorthwhile && not_worthwhile()) ||
                        (dpor_ && machine_.observations().addresses_as_numbers()) ||
                        (rules_.ordered != nullptr && order_not_worthwhile());
  restart_needed_ |= restarts;
  return restarts;
}

bool BoundarySearch::select() {
  Entry& entry = stack_.back();
  selected_.reset();
  if (!entry.reached.empty()) return true;
  selected_ = next_thread(entry);
  return selected_.has_value();
}

bool BoundarySearch::take() { return selected_ ? expand(stack_.back(), *selected_) : enter_reached(stack_.back()); }

bool BoundarySearch::search_early() {
  if (discipline_.facts().refutations() == refutations_searched_) return true;
  refutations_searched_ = discipline_.facts().refutations();
  if (!discipline_.data().has_plain_unprotected()) return true;
  at_top_ = false;
  if (!search_for_races_()) return false;
  if (--early_searches_left_ == 0) search_for_races_ = nullptr;
  return true;
}

void BoundarySearch::return_to(const Entry& entry) {
  if (at_top_) return;
  path_.pop_to(entry.depth);
  path_.restore();
  if (entry.order) transaction_.order() = *entry.order;
  at_top_ = true;
}

// Enters the current state of the machine: a boundary state that is new or has to be explored again.
bool BoundarySearch::enter(Lineage::State state, ThreadId last, uint64_t hash, std::vector<uint64_t> inside) {
  if (rules_.movers != Movers::LeftOnly) result_.stats.states = states();
  MOVER_CHECK(machine_.num_threads() <= 64, "a set of threads fits in 64 bits");
  Entry entry;
  entry.state = state;
  entry.depth = path_.depth();
  entry.last = last;
  entry.hash = hash;
  entry.marks = transaction_.marks();
  if (rules_.ordered != nullptr) {
    entry.order = transaction_.order();
    states_without_order_.insert(transaction_.hash_without_order());
  }
  for (ThreadId t = 0; t < machine_.num_threads(); ++t)
    if (machine_.enabled(t)) entry.threads |= 1ull << t, ++entry.enabled;
  if (components_ == nullptr && !findings_.in_state(machine_, path_.schedule())) return false;
  hides_order_ |= findings_.take_hides_order();
  if (dpor_) dpor_->enter(state, entry.threads);
  if (components_ != nullptr) components_->graph.enter(machine_, state);
  if (rules_.cycles_on_stack) {
    transaction_.canonical(tuple_);
    transaction_.on_stack().enter(store::hash_of_tuple(tuple_), std::move(inside));
  }
  path_.save();
  stack_.push_back(std::move(entry));
  note_depth();
  at_top_ = true;
  return true;
}

// Returns the number of the state with this canonical form if the state is new, otherwise kUnknown. REQUIRES: with
// DPOR, it is the current state of the machine.
Lineage::State BoundarySearch::look_up(const std::vector<uint32_t>& tuple, const Entry& from,
                                       ReachedBoundary& reached) {
  if (dpor_) {
    const std::optional<StatefulDpor::State> fresh = dpor_->look_up(tuple);
    if (!fresh && components_ != nullptr) revisit(tuple);
    return fresh.value_or(kUnknown);
  }
  if (components_ != nullptr) {
    if (components_->states.insert(tuple).fresh) return lineage_.add(from.state, reached.thread, reached.choices);
    revisit(tuple);
    return kUnknown;
  }
  const bool is_new = store_.insert(tuple);
  if (!met_cycle_) {
    reached.hash = store::hash_of_tuple(tuple);
    if (is_new)
      on_path_.insert(reached.hash);
    else
      met_cycle_ = on_path_.contains(reached.hash);
  }
  return is_new ? lineage_.add(from.state, reached.thread, reached.choices) : kUnknown;
}

// With DPOR the state may match another one, whose future is known and whose component is therefore complete.
void BoundarySearch::revisit(const std::vector<uint32_t>& tuple) {
  if (const std::optional<uint32_t> known = numbers()->find(tuple))
    components_->graph.revisit(*known);
  else
    components_->graph.leave_component();
}

// The next thread to be explored: round robin, starting after the thread that took the last transaction.
std::optional<ThreadId> BoundarySearch::next_thread(Entry& entry) {
  if (dpor_) return dpor_->next();
  if (entry.threads == 0) return std::nullopt;
  uint64_t later = entry.threads & ~((2ull << entry.last) - 1);
  auto t = static_cast<ThreadId>(__builtin_ctzll(later != 0 ? later : entry.threads));
  entry.threads &= ~(1ull << t);
  return t;
}

// Explores the transactions of t from the entry's state.
bool BoundarySearch::expand(Entry& entry, ThreadId t) {
  return_to(entry);
  entry.last = t;
  at_top_ = false;
  transaction_.marks() = entry.marks;
  if (dpor_) dpor_->begin(t);
  if (!transaction_.run(t)) return false;
  entry.relied.insert(entry.relied.end(), transaction_.relied().begin(), transaction_.relied().end());
  if (!transaction_.stuck().empty()) entry.stuck.push_back({t, transaction_.stuck()});
  if (dpor_) {
    // A thread that can also get stuck may be part of a deadlock together with all other threads, so all are explored.
    // A thread that gets stuck in every transaction counts as blocked, so another thread is explored.
    const bool moves = !transaction_.boundaries().empty(), stuck = !transaction_.stuck().empty();
    if (stuck && !moves) dpor_->add_another_thread();
    if (stuck == moves) dpor_->add_all_threads();
  }
  const std::optional<size_t> here = transaction_.at_boundary();
  Lineage::State enters = kUnknown;
  uint64_t hash = 0;
  for (size_t i = 0; i < transaction_.boundaries().size(); ++i) {
    const Transaction::Boundary& boundary = transaction_.boundaries()[i];
    ReachedBoundary reached{t, boundary.choices, kUnknown, 0, boundary.marks, boundary.inside};
    // A component is complete only if its states are entered when they are looked up.
    const bool looks_up = numbers() != nullptr ? here == i : !boundary.tuple.empty();
    if (looks_up) reached.state = look_up(boundary.tuple, entry, reached);
    if (looks_up && reached.state == kUnknown) continue;
    if (here == i)
      enters = reached.state, hash = reached.hash;
    else
      entry.reached.push_back(std::move(reached));
  }
  return enters == kUnknown || enter(enters, t, hash, transaction_.boundaries()[*here].inside);
}

// Enters a boundary state that an earlier transaction has reached.
bool BoundarySearch::enter_reached(Entry& entry) {
  return_to(entry);
  ReachedBoundary reached = std::move(entry.reached.back());
  entry.reached.pop_back();
  at_top_ = false;
  if (dpor_) dpor_->begin(reached.thread);
  for (uint32_t choice : reached.choices) {
    StepResult step = transaction_.follow({reached.thread, choice});
    MOVER_CHECK(step.kind == StepResult::Kind::Running, "repeating a transaction gives the same results");
  }
  transaction_.marks() = reached.marks;
  if (reached.state == kUnknown) {
    transaction_.canonical(tuple_);
    reached.state = look_up(tuple_, entry, reached);
    if (reached.state == kUnknown) return true;
  }
  return enter(reached.state, reached.thread, reached.hash, std::move(reached.inside));
}

bool BoundarySearch::leave() {
  Entry& entry = stack_.back();
  if (components_ != nullptr) {
    const std::optional<Behaviour> terminal = components_->graph.leave();
    if (terminal && !check_component(*terminal)) return false;
  }
  if (const auto here = on_path_.find(entry.hash); here != on_path_.end()) on_path_.erase(here);
  if (rules_.follow_deadlocks && rules_.soundness.stuck_threads && !look_for_deadlock(entry)) return false;
  if (dpor_) {
    dpor_->leave();
    // The first path has shown which threads are dependent. The search restarts and schedules dependent threads one
    // after the other.
    if (!std::exchange(dependent_.known, true) && dependent_.any()) {
      restart_needed_ = true;
      return false;
    }
  } else {
    lineage_.set_relied(entry.state, discipline_.facts().intern(std::move(entry.relied)));
  }
  if (rules_.cycles_on_stack) transaction_.on_stack().leave();
  stack_.pop_back();
  at_top_ = false;
  return true;
}

// Checks a terminal component, whose first state is on top of the stack.
bool BoundarySearch::check_component(const Behaviour& behaviour) {
  return_to(stack_.back());
  const std::optional<Finding> deadlock = mover::check_component(machine_, behaviour, components_->roles);
  return !deadlock || findings_.add(*deadlock, path_.schedule());
}

// Threads that can get stuck before their commit points can get stuck one after the other: none of them releases an
// object for which another one waits, because a release would commit. If every thread can get stuck or is blocked, they
// may be deadlocked together. Any two stuck threads may be deadlocked while others run. (A single thread was checked
// when it got stuck. Deadlocks of three or more threads that wait for each other's locks show in boundary states,
// because acquisitions on a cycle of the lock-order graph are boundaries.)
bool BoundarySearch::look_for_deadlock(const Entry& entry) {
  const size_t count = entry.stuck.size();
  if (count != 0 && count == entry.enabled) {
    std::vector<size_t> all(count);
    for (size_t i = 0; i < count; ++i) all[i] = i;
    if (!try_deadlocks(entry, all)) return false;
  }
  if (count == entry.enabled && count <= 2) return true;
  for (size_t i = 0; i < count; ++i)
    for (size_t j = i + 1; j < count; ++j)
      if (!try_deadlocks(entry, {i, j})) return false;
  return true;
}

// Checks whether these threads (indices into entry.stuck) are deadlocked, for all combinations of the executions on
// which each of them gets stuck.
bool BoundarySearch::try_deadlocks(const Entry& entry, const std::vector<size_t>& threads) {
  constexpr size_t kMostCombinations = 1000;  // the first combination usually decides whether there is a deadlock
  std::vector<size_t> combination(threads.size(), 0);  // for each thread, an index into its executions
  for (size_t tried = 0; tried < kMostCombinations; ++tried) {
    if (!try_deadlock(entry, threads, combination)) return false;
    size_t i = 0;
    while (i < combination.size() && ++combination[i] == entry.stuck[threads[i]].executions.size())
      combination[i++] = 0;
    if (i == combination.size()) return true;
  }
  return true;
}

bool BoundarySearch::try_deadlock(const Entry& entry, const std::vector<size_t>& threads,
                                  const std::vector<size_t>& combination) {
  return_to(entry);
  at_top_ = false;
  for (size_t i = 0; i < combination.size(); ++i) {
    const ThreadId thread = entry.stuck[threads[i]].thread;
    for (uint32_t choice : entry.stuck[threads[i]].executions[combination[i]].choices) {
      if (!machine_.enabled(thread) || choice >= machine_.choices(thread)) break;
      if (Transaction::step(machine_, path_, {thread, choice}).kind != StepResult::Kind::Running) return true;
    }
  }
  return findings_.in_state(machine_, path_.schedule(), only(FindingKind::Deadlock));
}

std::vector<FunctionTransactions> BoundarySearch::functions() const {
  std::vector<FunctionTransactions> result;
  for (ir::FunctionId id : transaction_.functions()) {
    const ir::Function& function = machine_.program().functions[id];
    if (!function.is_users()) continue;
    FunctionTransactions row;
    row.function = ir::source_name(function);
    row.loc = function.loc;
    auto broken = transaction_.broken_functions().find(id);
    if (broken != transaction_.broken_functions().end()) {
      row.one_transaction = false;
      row.committed_at = broken->second.committed_at;
      row.broken_at = broken->second.broken_at;
    }
    result.push_back(std::move(row));
  }
  return result;
}

}  // namespace mover
