// Exclusive access predicates [FQ03, sections 4.1 and 4.2]: mover_exclusive(&x, p) declares that thread t has exclusive
// access to x, E(t, x), while p(), evaluated as t, is true. A step of t fails if it
//   - accesses x while E(u, x) is true for another thread u (the assertion δ of section 4.2),
//   - changes E(v, x) for a thread v other than t (condition ii of section 4.1), or
//   - leads to a state with E(t, x) and E(u, x) for two threads (condition i).
// It fails like a false assertion: this is the instrumented program P# of the paper.
//
// In the paper, δ requires E(t, x) of an access unless the access is safe: never enabled while another thread has
// exclusive access to x. The two conditions fail the same programs. If an access is not safe, then in some state it is
// enabled and E(u, x) is true, so by (i) E(t, x) is false. docs/exclusive.md has the argument why a search by
// transactions finds a failure by this condition, too.
//
// Predicates are evaluated by a second interpreter on a copy of the state, so that the evaluation has no side effects.
// A predicate's value is cached together with the objects that it read, which most steps do not change.
#include <algorithm>

#include "ir/names.h"
#include "vm/interpreter.h"

namespace mover::vm {

using ir::Instr;
using ir::Op;
using ir::ServiceOp;

namespace {

uint64_t bit_of(ThreadId t) { return 1ull << t; }

template <typename T>
void add_new(std::vector<T>& to, const T& what) {
  if (std::find(to.begin(), to.end(), what) == to.end()) to.push_back(what);
}

StepResult breach(ThreadId t, ir::LocId loc, std::string message) {
  StepResult result;
  result.kind = StepResult::Kind::Failed;
  result.finding.kind = FindingKind::Discipline;
  result.finding.thread = t;
  result.finding.loc = loc;
  result.finding.message = std::move(message);
  return result;
}

// If predicates must not execute the instruction, the reason as a verb; otherwise null.
const char* forbidden(const Instr& in) {
  if (in.op == Op::Sync) return "synchronises";
  if (in.op != Op::Service) return nullptr;
  switch (static_cast<ServiceOp>(in.sub)) {
    case ServiceOp::ThreadSelf:
    case ServiceOp::Holds:
    case ServiceOp::UsableSize:
    case ServiceOp::NondetRand:
    case ServiceOp::Note:
    case ServiceOp::VaStart:
    case ServiceOp::StackSave:
    case ServiceOp::StackRestore:
    case ServiceOp::LifetimeStart:
    case ServiceOp::LifetimeEnd:
    case ServiceOp::NoOverlap:
    case ServiceOp::Apart:
    case ServiceOp::Subscript:
    case ServiceOp::ShiftAmount:
    case ServiceOp::AddressAsNumber:
    case ServiceOp::CallSite:
    case ServiceOp::CallSiteOf:
    case ServiceOp::Argc:
    case ServiceOp::Argv:
      return nullptr;
    case ServiceOp::Malloc:
    case ServiceOp::Realloc:
    case ServiceOp::Calloc:
    case ServiceOp::Free:
    case ServiceOp::AllocatedBy:
    case ServiceOp::GivenBackBy:
      return "allocates or frees memory";
    case ServiceOp::Choose:
    case ServiceOp::Nondet:
      return "chooses";
    case ServiceOp::Write:
      return "writes output";
    case ServiceOp::Unsupported:
      return "calls a function that is not modelled";
    default:
      return "does more than read and compute";
  }
}

}  // namespace

// The evaluation of a predicate in a copy of the state `of`.
struct Vm::Evaluation {
  const State& of;
  std::vector<Slot> read;          // the objects of `of` that the predicate has read
  std::vector<NamedBytes> places;  // the bytes that it has read
  std::vector<NamedBytes> locks;   // the first byte of each lock that it has asked for
};

// While several threads exist, a declaration is an action of its own, because it binds the other threads from then on.
Exec Vm::declare_exclusive(const Instr& in) {
  if (!visible_allowed_ && others()) return Exec::Park;
  if (!options_.check_exclusives) return Exec::Next;
  Value location = value(argument(in, 0)), predicate = value(argument(in, 2));
  uint64_t size = bits(argument(in, 1));
  Slot slot = slot_of(location.bits), function = slot_of(predicate.bits);
  bool is_function = function >= kImmutable && function - kImmutable < immutable_.size() &&
                     immutable_[function - kImmutable]->kind == ObjectKind::Function;
  if (((location.tag | predicate.tag) & kUndefined) || !is_function || slot >= kImmutable || size == 0)
    return fail(FindingKind::Discipline, "mover_exclusive needs the address of a variable and a function");
  Pointee pointee;
  if (!locate(location.bits, size, false, pointee)) return Exec::Fault;
  Exclusive exclusive;
  exclusive.address = location.bits;
  exclusive.size = size;
  exclusive.predicate = immutable_[function - kImmutable]->global;
  exclusive.loc = user_loc(*thread_);
  for (const Exclusive& known : state_.exclusives)
    if (known.address == exclusive.address && known.size == size && known.predicate == exclusive.predicate)
      return Exec::Next;
  state_.exclusives.push_back(exclusive);
  if (!others()) return Exec::Next;
  const AddressName where = name(exclusive.address);
  add_new(declared_late_, {{where.object, where.offset, static_cast<uint32_t>(size)}, exclusive.predicate});
  return Exec::Next;
}

// Drops the predicates of an object whose lifetime ends.
void Vm::drop_exclusives(Slot slot) {
  for (uint32_t i = state_.exclusives.size(); i-- > 0;)
    if (slot_of(state_.exclusives[i].address) == slot) state_.exclusives.erase(i);
}

// Called in the evaluator: whether a predicate may make this access. If not, sets fault_.
bool Vm::may_evaluate(const Pointee& pointee, uint64_t size, bool write) {
  if (pointee.slot >= kImmutable) return true;
  const std::vector<Ref<Object>>& objects = evaluation_->of.objects;
  bool was_there = pointee.slot < objects.size() && objects[pointee.slot];
  if (!was_there && pointee.object->kind == ObjectKind::Stack) return true;  // a local of the predicate itself
  const Address address = address_of(pointee.slot, static_cast<int64_t>(pointee.offset));
  // Every object that a predicate can reach through pointers is marked as shared. So the predicate has computed the
  // address of any other object from numbers.
  if (write || !pointee.object->shared) {
    fail(FindingKind::Discipline,
         (write ? "writes to " : "reads through an invented pointer: ") + describe(address, size));
    return false;
  }
  AddressName bytes = name(address);
  evaluation_->places.push_back({bytes.object, bytes.offset, static_cast<uint32_t>(size)});
  if (was_there) evaluation_->read.push_back(pointee.slot);
  return true;
}

// Whether the running thread holds the lock.
bool Vm::holds_now(Address lock) {
  if (evaluation_ != nullptr) {
    const AddressName place = name(lock);
    evaluation_->locks.push_back({place.object, place.offset, 1});
  }
  return std::any_of(thread_->held.begin(), thread_->held.end(), [&](const Held& h) { return h.object == lock; });
}

std::string Vm::predicate_name(ir::FunctionId id) const {
  return "predicate `" + ir::name_in_words(program_, program_.functions[id]) + "`";
}

// Checks δ for the pending action of t. A compare-and-swap that fails on bytes that the predicate reads counts as
// blocked, like the paper's operation on a lock that another thread holds.
StepResult Vm::check_access(ThreadId t, const Action& action) {
  if (state_.exclusives.empty() || !others()) return {};
  std::vector<Access> accesses;
  touched(t, action, accesses);
  for (const Access& access : accesses)
    for (const Exclusive& exclusive : state_.exclusives) {
      const uint64_t others_with_access = exclusive.holders & ~bit_of(t);
      if (!exclusive.overlaps(access) || others_with_access == 0) continue;
      const auto holder = static_cast<ThreadId>(__builtin_ctzll(others_with_access));
      if (access.conditional && reads(holder, exclusive.predicate, access)) continue;
      return breach(t, action.loc,
                    describe(access.address, access.size) + " is accessed by " + thread_name(t) + " while " +
                        thread_name(holder) + " has exclusive access: " + predicate_name(exclusive.predicate) +
                        " is true for " + thread_name(holder));
    }
  return {};
}

// Whether the predicate, evaluated as t in the current state, reads all bytes of the access.
bool Vm::reads(ThreadId t, ir::FunctionId predicate, const Access& access) {
  Evaluation evaluation{state_, {}, {}, {}};
  evaluate_afresh(evaluation, t, predicate);
  const AddressName bytes = name(access.address);
  return std::any_of(evaluation.places.begin(), evaluation.places.end(), [&](const NamedBytes& place) {
    return place.object == bytes.object && place.offset <= bytes.offset &&
           bytes.offset + access.size <= uint64_t{place.offset} + place.size;
  });
}

// Evaluates the predicate for every thread after a step of `mover` at `loc`. The result is a failure if the predicate
// cannot be evaluated, if the step has changed its value for another thread (ii), or if two threads have exclusive
// access (i).
StepResult Vm::find_holders(Exclusive& exclusive, ThreadId mover, ir::LocId loc) {
  auto predicate = [&] { return predicate_name(exclusive.predicate); };
  uint64_t now = 0, there = 0;
  for (ThreadId t = 0; t < state_.threads.size(); ++t) {
    if (!state_.threads[t] || state_.threads[t]->status == Status::Ended) continue;
    Evaluated evaluated = evaluate(t, exclusive.predicate);
    if (!evaluated.problem.empty())
      return breach(mover, evaluated.loc,
                    "the " + predicate() + " of mover_exclusive is not pure: it " + evaluated.problem);
    there |= bit_of(t);
    if (evaluated.value) now |= bit_of(t);
  }
  auto what = [&] { return describe(exclusive.address, exclusive.size); };
  // Threads that were created by this step are left out: a thread may have exclusive access from its start.
  if (const uint64_t changed = (exclusive.holders ^ now) & exclusive.evaluated & there & ~bit_of(mover); changed != 0) {
    auto t = static_cast<ThreadId>(__builtin_ctzll(changed));
    bool given = now & bit_of(t);
    return breach(mover, loc,
                  thread_name(mover) +
                      (given ? " gives " + thread_name(t) + " exclusive access to " + what()
                             : " takes exclusive access to " + what() + " away from " + thread_name(t)) +
                      ": " + predicate() + " becomes " + (given ? "true" : "false") + " for it");
  }
  if (const uint64_t rest = now & (now - 1); rest != 0) {
    auto first = static_cast<ThreadId>(__builtin_ctzll(now)), second = static_cast<ThreadId>(__builtin_ctzll(rest));
    return breach(mover, loc,
                  thread_name(first) + " and " + thread_name(second) + " have exclusive access to " + what() +
                      " at the same time: " + predicate() + " is true for both");
  }
  record_holders(exclusive.predicate, now);
  exclusive.holders = now;
  exclusive.evaluated = there;
  return {};
}

StepResult Vm::check_holders(ThreadId mover, ir::LocId loc) {
  if (state_.exclusives.empty() || !others()) return {};
  MOVER_CHECK(state_.threads.size() <= 64, "a set of threads fits in 64 bits");
  for (Exclusive& exclusive : state_.exclusives)
    if (StepResult result = find_holders(exclusive, mover, loc); result.kind != StepResult::Kind::Running)
      return result;
  return {};
}

static std::vector<Address> locks_of(const Thread& thread) {
  std::vector<Address> locks;
  for (const Held& held : thread.held) locks.push_back(held.object);
  return locks;
}

// Whether the cached value is still valid: the predicate would read the same objects. The cache holds references to
// these objects, so they are copied when they are written, and an identical object has identical contents.
bool Vm::is_valid(const CachedPredicate& cached) const {
  const Thread& thread = *state_.threads[cached.thread];
  return thread.handle == cached.handle && thread.thread_locals.size() == cached.thread_locals &&
         locks_of(thread) == cached.held && std::all_of(cached.read.begin(), cached.read.end(), [&](const auto& read) {
           return read.first < state_.objects.size() && state_.objects[read.first].get() == read.second.get();
         });
}

Vm::Evaluated Vm::evaluate(ThreadId t, ir::FunctionId predicate) {
  auto known = std::find_if(cached_predicates_.begin(), cached_predicates_.end(),
                            [&](const CachedPredicate& r) { return r.thread == t && r.predicate == predicate; });
  if (known != cached_predicates_.end() && is_valid(*known)) return {known->value, "", 0};
  if (known == cached_predicates_.end()) known = cached_predicates_.emplace(known);
  Evaluation evaluation{state_, {}, {}, {}};
  Evaluated result = evaluate_afresh(evaluation, t, predicate);
  const Thread& thread = *state_.threads[t];
  *known = {t, predicate, thread.handle, thread.thread_locals.size(), {}, locks_of(thread), result.value};
  for (Slot slot : evaluation.read) known->read.emplace_back(slot, state_.objects[slot]);
  if (!result.problem.empty()) cached_predicates_.erase(known);
  return result;
}

Vm::Evaluated Vm::evaluate_afresh(Evaluation& evaluation, ThreadId t, ir::FunctionId predicate) {
  if (!evaluator_) evaluator_ = std::make_unique<Vm>(program_, options_);
  evaluator_->arguments_ = arguments_;
  evaluator_->unknowns_ = unknowns_;
  Evaluated result = evaluator_->evaluate_in(evaluation, t, predicate);
  for (const NamedBytes& place : evaluation.places) {
    add_new(read_by_predicates_, place);
    record_read(predicate, place, false);
  }
  for (const NamedBytes& place : evaluation.locks) {
    add_new(read_by_predicates_, place);
    record_read(predicate, place, true);
  }
  return result;
}

// Called in the evaluator: thread t executes the predicate alone, on a copy of the state.
Vm::Evaluated Vm::evaluate_in(Evaluation& evaluation, ThreadId t, ir::FunctionId predicate) {
  evaluation_ = &evaluation;
  state_ = evaluation.of;
  state_.unjoined_threads = 1;
  state_.detached_thread_ended = false;
  const Thread& real = *evaluation.of.threads[t];
  auto* thread = new Thread;
  thread->handle = real.handle;
  thread->status = Status::Ready;
  thread->entry = real.entry;
  thread->thread_locals = real.thread_locals;
  thread->held = real.held;
  push_frame(*thread, predicate);
  state_.threads[t] = Ref<Thread>(thread);
  select_thread(t);
  Evaluated result = run_predicate();
  if (result.problem.empty() && state_.exposed.size() != evaluation.of.exposed.size())
    result.problem = "computes with an address as with a number";
  result.loc = user_loc(*thread_);
  if (result.loc == 0) result.loc = program_.functions[predicate].loc;
  state_.objects.clear();  // a second reference would force a copy of each object at its next write
  state_.threads.clear();
  evaluation_ = nullptr;
  return result;
}

Vm::Evaluated Vm::run_predicate() {
  visible_allowed_ = false;
  for (fuel_ = kFuel; fuel_ > 0; --fuel_) {
    const Instr& in = instruction(*thread_);
    if (in.op == Op::Ret && thread_->frames.size() == 1) {
      bool returns = in.a != ir::kNoOperand || in.num_args != 0;
      ir::Operand result = in.a != ir::kNoOperand ? in.a : returns ? argument(in, 0) : 0;
      if (!returns || !defined(result, 32)) return {false, "returns no value, or an uninitialised one", 0};
      return {(bits(result) & mask_of(32)) != 0, "", 0};
    }
    if (const char* what = forbidden(in)) return {false, what, 0};
    switch (execute(in)) {
      case Exec::Next:
        ++thread_->frames.back().pc;
        break;
      case Exec::Jump:
        break;
      case Exec::Fault:
        return {false,
                fault_.kind == StepResult::Kind::Limit ? "goes too deep: " + in_words(program_, fault_.limit)
                                                       : fault_.finding.message,
                0};
      default:
        return {false, "blocks", 0};
    }
  }
  return {false, "does not end within " + std::to_string(kFuel) + " steps", 0};
}

}  // namespace mover::vm
