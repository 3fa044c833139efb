// Transactions of one thread: phases and Commit Point Completion [LPQR05, figure 8].
#include "search/transaction.h"

#include <algorithm>

#include "ir/names.h"

namespace mover {

static bool creates_thread(const Action& action) {
  return action.kind == ActionKind::Sync && action.sync == ir::SyncOp::ThreadCreate;
}

StepResult Transaction::step(Machine& machine, Backtrack& path, Decision decision) {
  return step(machine, path, decision, creates_thread(machine.pending(decision.thread)));
}

StepResult Transaction::step(Machine& machine, Backtrack& path, Decision decision, bool creates, Scopes* scopes,
                             const std::function<void(ThreadId)>& happened) {
  StepResult result = path.step(decision);
  if (happened) happened(decision.thread);
  if (scopes != nullptr) *scopes = machine.text().scopes(decision.thread);
  for (ThreadId t = 0; creates && result.kind == StepResult::Kind::Running && t < machine.num_threads(); ++t)
    if (machine.status(t) == ThreadStatus::Parked && machine.pending(t).kind == ActionKind::Start &&
        machine.enabled(t)) {
      result = path.step({t, 0});
      if (happened) happened(t);
    }
  return result;
}

// Updates the ordering sets with the last step. If the step completes a race, accesses to that memory are no movers.
void Transaction::track_order(ThreadId t) {
  for (const Finding& race : order_.step(machine_, t, machine_.happened()))
    search_over_ |= !findings_.add(race, path_.schedule());
  for (Address address : order_.take_raced()) discipline_.races(machine_.names().name(address).object);
}

StepResult Transaction::follow(Decision decision) {
  const Action action = machine_.pending(decision.thread);
  if (dpor_ != nullptr) dpor_->before(action);
  StepResult result = step(machine_, path_, decision, creates_thread(action), nullptr, watcher_);
  if (dpor_ != nullptr) dpor_->after();
  return result;
}

bool Transaction::run(ThreadId t) {
  thread_ = t;
  choices_.clear();
  committed_ = commit_point_ = false;
  since_stored_ = interruptions_ = 0;
  uncommitted_.clear();
  nodes_.clear();
  visit_numbers_.clear();
  visited_.clear();
  inside_.clear();
  boundaries_.clear();
  at_boundary_.reset();
  stuck_.clear();
  relied_.clear();
  if (rules_.watch_functions) {
    const std::vector<ir::FunctionId> now = machine_.text().scopes(t).functions;
    functions_.insert(now.begin(), now.end());
  }
  if (!forward()) return false;
  while (!nodes_.empty()) {
    Node& node = nodes_.back();
    if (node.choice == node.choices) {
      close();
      continue;
    }
    go_back_to(node);
    const Taken taken = take(node.choice++);
    if (taken == Taken::SearchOver || (taken == Taken::GoesOn && !forward())) return false;
  }
  return true;
}

// Runs the thread from the current state to a new node, the end of the transaction, a visited state, or the end of the
// execution. Returns false if the search has ended.
bool Transaction::forward() {
  for (;;) {
    if (machine_.status(thread_) != ThreadStatus::Parked) return end_here(false), true;
    const Action action = machine_.pending(thread_);
    if (!extends_transaction(action)) return !search_over_;
    interruptions_ += action.kind == ActionKind::Local;
    if (interruptions_ > kMostInterruptions || choices_.size() > kMostSteps) return end_here(false), true;
    if (reaches_stack()) return end_here(true), true;
    Node node;
    node.choices = action.choices;
    bool stores = node.choices > 1 || action.kind == ActionKind::Local || ++since_stored_ >= kStoreEvery;
    if (stores && !is_first_visit(node)) return true;
    if (stores || (committed_ && commit_point_)) return push(std::move(node)), true;
    if (Taken taken = take(0); taken != Taken::GoesOn) return taken == Taken::DeadEnd;
  }
}

// Whether the thread's pending action belongs to the transaction and is enabled. Otherwise the transaction ends before
// the action, or is stuck.
bool Transaction::extends_transaction(const Action& action) {
  at_ = action.loc;
  creates_ = creates_thread(action);
  next_ = rules_.movers == Movers::None ? MoverClass{} : discipline_.classify(machine_, thread_, action, relied_);
  if (rules_.movers == Movers::LeftOnly) {
    if (next_.unprotected)
      next_.left = false;  // the access begins a transaction, so that races show in boundary states
    if (!next_.left) next_.right = false;
    if (rules_.ordered != nullptr) demote_ordering_steps(action);
  }
  if (watches() && !next_.left && !find_broken_scopes(action)) return false;
  if (rules_.follow_deadlocks && rules_.soundness.lock_order && next_.may_block)
    discipline_.add_lock_order(machine_, thread_, next_, uncommitted_);
  if (action.waits_for == WaitsFor::Discarded) {  // a false assumption has ended the execution
    if (dpor_ != nullptr) dpor_->blocked_at(action), dpor_->add_all_threads();
    if (committed_ && rules_.ignoring == Ignoring::Cycle) end_here(true);
    if (committed_ && rules_.ignoring == Ignoring::Cpc && commit_point_) end_here(false);
    always_commits_ &= committed_;
    return false;
  }
  if (committed_) {
    // A blocked thread ends its transaction here. Line L19 of figure 8 would end the transaction at its last commit
    // point instead, and lose deadlocks.
    if (action.enabled && next_.left) return true;
    if (action.enabled || commit_point_ || rules_.soundness.blocked_ends) end_here(false);
    return false;
  }
  if (action.enabled) return true;
  always_commits_ &= choices_.empty();
  auto same_place = [&](const Stuck& stuck) { return stuck.at == action.loc; };
  if (std::none_of(stuck_.begin(), stuck_.end(), same_place)) stuck_.push_back({action.loc, choices_});
  if (rules_.follow_deadlocks && !findings_.in_state(machine_, path_.schedule(), only(FindingKind::Deadlock)))
    search_over_ = true;
  if (dpor_ != nullptr) dpor_->blocked_at(action);
  return false;
}

// In this pass races are found along the path, not in states. So moving a step must not add happens-before edges. A
// post that moves to the left could come before a wait that did not need it, so it is no left mover. No action is a
// right mover, because steps before the end of an execution must be interleaved with other threads.
void Transaction::demote_ordering_steps(const Action& action) {
  if (action.kind == ActionKind::Sync && action.sync == ir::SyncOp::SemPost) next_.left = false;
  next_.right = false;
}

std::string Transaction::place_in_words(ir::LocId loc) const {
  return ir::place_in_words(machine_.description().places(), loc);
}

// If the thread has committed inside a scope that it is still in, and its next action is no left mover, the scope is
// not one transaction. This stays true when facts are refuted later, because an action that is no mover never becomes
// one. Returns false if the search has ended.
bool Transaction::find_broken_scopes(const Action& action) {
  const std::vector<CommitMarks::Marked> marked = marks_.marked(thread_);
  if (marked.empty()) return true;
  const Scopes scopes = machine_.text().scopes(thread_);
  for (const CommitMarks::Marked& m : marked) {
    if (!m.block) {
      broken_functions_.try_emplace(scopes.functions[m.index], Broken{m.committed_at, action.loc});
      continue;
    }
    Finding finding;
    finding.kind = FindingKind::Atomicity;
    finding.thread = thread_;
    finding.loc = action.loc;
    finding.other_thread = thread_;
    finding.other_loc = m.committed_at;
    finding.message = "the block \"" + machine_.text().block_name(thread_, m.index) +
                      "\" is not one transaction: its commit point is at " + place_in_words(m.committed_at) +
                      ", and after that " + machine_.description().thread_name(thread_) + " " +
                      discipline_.reason(machine_, thread_, action);
    if (!findings_.add(finding, path_.schedule())) return search_over_ = true, false;
  }
  return true;
}

void Transaction::mark(Scopes scopes, ir::LocId committed_at) {
  if (rules_.watch_functions)
    functions_.insert(scopes.functions.begin(), scopes.functions.end());
  else
    scopes.functions.clear(), scopes.functions_kept = 0;
  marks_.step(thread_, scopes, committed_at);
}

StepResult Transaction::repeat(Decision decision) {
  if (!watches()) return Transaction::step(machine_, path_, decision);
  thread_ = decision.thread;
  const Action action = machine_.pending(thread_);
  std::vector<Fact> ignored;
  const MoverClass mover = discipline_.classify(machine_, thread_, action, ignored);
  Scopes scopes;
  StepResult result = Transaction::step(machine_, path_, decision, creates_thread(action), &scopes);
  mark(std::move(scopes), discipline_.right_mover(machine_, thread_, mover) ? 0 : action.loc);
  return result;
}

uint64_t Transaction::hash_without_order() {
  std::vector<uint32_t> tuple;
  machine_.states().canonical_state(chunks_, tuple);
  return store::hash_of_tuple(tuple);
}

void Transaction::canonical(std::vector<uint32_t>& tuple) {
  machine_.states().canonical_state(chunks_, tuple);
  if (rules_.ordered != nullptr) tuple.push_back(chunks_.intern(order_.canonical(machine_)));
  if (!watches()) return;
  if (std::string marks = marks_.canonical(); !marks.empty()) tuple.push_back(chunks_.intern(marks));
}

// Verifies that the step commutes as its classification says. The search has finished before this pass, so the facts
// that the classification relies on hold.
void Transaction::verify(Decision step) {
  Commutation commutation(machine_, chunks_);
  std::vector<std::string>& refuted = result_.refuted;
  const auto here = machine_.snapshot();
  bool goes_on = machine_.step(step.thread, step.choice).kind == StepResult::Kind::Running;
  bool right = goes_on && discipline_.right_mover(machine_, step.thread, next_);
  machine_.restore(*here);
  std::string found = next_.left ? commutation.contradicts_left(step) : "";
  if (found.empty() && right) found = commutation.contradicts_right(step);
  if (!found.empty() && std::find(refuted.begin(), refuted.end(), found) == refuted.end()) refuted.push_back(found);
}

// Executes the thread's next action.
Transaction::Taken Transaction::take(uint32_t choice) {
  if (!budget_.go_on(path_.depth())) return Taken::SearchOver;
  const MoverClass action = next_;
  if (rules_.verify) verify({thread_, choice});
  at_boundary_.reset();
  Scopes scopes;
  const ir::LocId at = at_;
  if (dpor_ != nullptr) dpor_->before(machine_.pending(thread_));
  StepResult step =
      Transaction::step(machine_, path_, {thread_, choice}, creates_, watches() ? &scopes : nullptr, watcher_);
  ++result_.stats.transitions;
  if (search_over_) return Taken::SearchOver;
  choices_.push_back(choice);
  if (step.kind != StepResult::Kind::Running) return dead_end(step);
  if (dpor_ != nullptr) dpor_->after();
  // The phase after the action [LPQR05, section 3: T#]. A transaction begins pre-commit.
  bool right = discipline_.right_mover(machine_, thread_, action);
  commit_point_ = !right;
  if (!right || rules_.movers != Movers::Both) committed_ = true;
  if (watches()) mark(std::move(scopes), right ? 0 : at);
  if (committed_)
    uncommitted_.clear();
  else if (action.acquires != 0)
    uncommitted_.push_back(action.acquires);
  return Taken::GoesOn;
}

// The last step has ended the execution. (The search for terminal components reports nothing else: an earlier search
// has found all other violations.) The committed actions before it must still be interleaved with other threads.
Transaction::Taken Transaction::dead_end(const StepResult& step) {
  if (dpor_ != nullptr) dpor_->ended();
  const bool shows_order = rules_.ordered != nullptr && rules_.movers == Movers::LeftOnly && choices_.size() > 1;
  if (components_ != nullptr) {
    components_->leave_component();
    result_.stats.executions += step.kind == StepResult::Kind::Ended;
  } else if (!findings_.after_step(machine_, step, path_.schedule())) {
    return Taken::SearchOver;
  }
  if (step.kind == StepResult::Kind::Ended) {
    completes();
    if (shows_order) end_at(static_cast<uint32_t>(choices_.size() - 1), {}, marks_, true);
    return Taken::DeadEnd;
  }
  if ((committed_ && rules_.ignoring == Ignoring::Cycle) || shows_order)
    end_at(static_cast<uint32_t>(choices_.size() - 1), {}, marks_, true);
  return Taken::DeadEnd;
}

// Whether the transactions from this boundary state visit the current state for the first time. If not, applies the
// result of the first visit [LPQR05, figure 8].
bool Transaction::is_first_visit(Node& node) {
  since_stored_ = 0;
  canonical(node.tuple);
  std::vector<uint32_t> key = node.tuple;
  key.push_back(committed_ && rules_.soundness.phases);
  if (dpor_ != nullptr) key.push_back(chunks_.intern(dpor_->digest()));
  // The rest of the transaction is that of this thread, and its footprint names threads.
  if (const auto threads = machine_.states().canonical_threads(); !threads.empty())
    key.push_back(chunks_.intern({reinterpret_cast<const char*>(threads.data()), threads.size_bytes()}));
  auto [known, fresh] = visit_numbers_.try_emplace(std::move(key), static_cast<uint32_t>(visited_.size()));
  if (fresh) {
    node.number = known->second;
    visited_.emplace_back();
    return true;
  }
  const Visited& before = visited_[known->second];
  met_cycle_ |= before.open;
  always_commits_ &= committed_ || !before.open;
  if (before.completes) completes();  // L11
  if (committed_ && before.open && rules_.ignoring == Ignoring::Cycle) end_here(true);
  return false;
}

// Whether the transaction has committed and has reached a state on the search stack.
bool Transaction::reaches_stack() {
  if (!rules_.cycles_on_stack || !committed_) return false;
  std::vector<uint32_t> tuple;
  canonical(tuple);
  const uint64_t hash = store::hash_of_tuple(tuple);
  if (on_stack_.contains(hash)) return true;
  inside_.push_back({static_cast<uint32_t>(choices_.size()), hash});
  return false;
}

void Transaction::push(Node node) {
  node.depth = static_cast<uint32_t>(choices_.size());
  node.path = path_.depth();
  node.first_boundary = boundaries_.size();
  node.committed = committed_;
  node.commit_point = commit_point_;
  node.next = next_;
  node.at = at_;
  node.creates = creates_;
  if (watches()) node.marks = marks_;
  if (node.choices > 1) {
    node.uncommitted = uncommitted_;
    path_.save();
    if (dpor_ != nullptr) node.done = dpor_->mark();
    if (rules_.ordered != nullptr) node.order = order_;
  }
  nodes_.push_back(std::move(node));
}

void Transaction::go_back_to(const Node& node) {
  if (choices_.size() == node.depth) return;
  choices_.resize(node.depth);
  while (!inside_.empty() && inside_.back().depth > node.depth) inside_.pop_back();
  path_.pop_to(node.path);
  path_.restore();
  if (dpor_ != nullptr) dpor_->return_to(node.done);
  if (node.order) order_ = *node.order;
  committed_ = node.committed;
  next_ = node.next;
  uncommitted_ = node.uncommitted;
  at_ = node.at;
  creates_ = node.creates;
  if (watches()) marks_ = node.marks;
  since_stored_ = 0;
}

// All executions from the last node have been explored [LPQR05, figure 8, lines L18 to L23].
void Transaction::close() {
  Node node = std::move(nodes_.back());
  nodes_.pop_back();
  if (node.committed && node.commit_point && !node.completes && rules_.ignoring == Ignoring::Cpc) {
    end_at(node.depth, std::move(node.tuple), std::move(node.marks), false);
    node.completes = true;
  } else if (ends_in_several_boundaries(node)) {
    boundaries_.resize(node.first_boundary);
    // The visited states that are reachable from this one led to the boundaries that are dropped now, so they count as
    // unvisited again.
    std::erase_if(visit_numbers_, [&](const auto& known) { return known.second > node.number; });
    end_at(node.depth, std::move(node.tuple), std::move(node.marks), false);
  }
  if (node.number != kUnnumbered) visited_[node.number] = {node.completes, false};
  if (node.completes) completes();
}

// Whether the transaction should end in this node: a transaction may end earlier than it must [FQ03, condition B]. If
// its alternatives lead to several boundaries, ending it before the choice leaves one boundary.
bool Transaction::ends_in_several_boundaries(const Node& node) const {
  // If every first step commits (LeftOnly), each of two such nodes could rely on the other one to end the transaction.
  if (!node.committed || node.choices == 1 || rules_.movers != Movers::Both) return false;
  const Boundary* first = nullptr;
  for (size_t i = node.first_boundary; i < boundaries_.size(); ++i) {
    if (boundaries_[i].forced) continue;
    if (first != nullptr && (first->tuple.empty() || first->tuple != boundaries_[i].tuple)) return true;
    first = &boundaries_[i];
  }
  return false;
}

void Transaction::end_here(bool forced) {
  std::vector<uint32_t> tuple;
  canonical(tuple);
  end_at(static_cast<uint32_t>(choices_.size()), std::move(tuple), marks_, forced);
  at_boundary_ = boundaries_.size() - 1;
}

void Transaction::end_at(uint32_t depth, std::vector<uint32_t> tuple, CommitMarks marks, bool forced) {
  Boundary boundary;
  boundary.choices.assign(choices_.begin(), choices_.begin() + depth);
  boundary.tuple = std::move(tuple);
  boundary.forced = forced;
  if (watches()) boundary.marks = std::move(marks);
  for (const Inside& state : inside_)
    if (state.depth < depth) boundary.inside.push_back(state.hash);
  boundaries_.push_back(std::move(boundary));
  at_boundary_.reset();
  completes();
}

void Transaction::completes() {
  if (!nodes_.empty()) nodes_.back().completes = true;
}

}  // namespace mover
