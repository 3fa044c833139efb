// Set-up of the interpreter, and the operations of the machine: reset, step, snapshot.
#include <algorithm>

#include "analysis/constants.h"
#include "analysis/predicates.h"
#include "analysis/relevance.h"
#include "vm/interpreter.h"

namespace mover::vm {

namespace {

// Whether the function replaces operator new or delete. (A program cannot replace placement new.)
bool is_own_operator(const ir::Function& function) {
  constexpr size_t kName = 5;  // the length of "_Znwm"
  const std::string name = function.name, rest = name.size() > kName ? name.substr(kName) : "";
  if (function.is_library) return false;
  if (name.starts_with("_Znwm") || name.starts_with("_Znam"))
    return rest.empty() || rest == "RKSt9nothrow_t" || rest == "St11align_val_t" ||
           rest == "St11align_val_tRKSt9nothrow_t";
  if (name.starts_with("_ZdlPv") || name.starts_with("_ZdaPv"))
    return rest == "v" || rest == "vm" || rest == "vRKSt9nothrow_t" || rest == "vSt11align_val_t" ||
           rest == "vmSt11align_val_t" || rest == "vSt11align_val_tRKSt9nothrow_t";
  return false;
}

}  // namespace

Machine::Capabilities Vm::capabilities(Vm& self, const ir::Program& program, const Options& options) {
  Capabilities has{.description = &self,
                   .observations = &self,
                   .text = &self,
                   .states = &self,
                   .names = &self,
                   .control_flow = &self,
                   .inspection = &self};
  if (options.check_exclusives && !analysis::predicates(program).empty()) has.predicates = &self;
  if (options.track_leaks) has.leaks = &self;
  return has;
}

Vm::Vm(const ir::Program& program, const Options& options)
    : Machine(capabilities(*this, program, options), Traits()), program_(program), options_(options) {
  lay_out_globals();
  resolve_constants();
  liveness_.reserve(program.functions.size());
  analysis::Relevance relevance(program);
  for (ir::FunctionId id = 0; id < program.functions.size(); ++id)
    liveness_.emplace_back(program.functions[id],
                           !program.functions[id].is_system ? relevance.irrelevant(id) : std::vector<bool>());
  for (const ir::Function& function : program.functions)
    for (const ir::Instr& in : function.code)
      uses_arguments_ |= in.op == ir::Op::Service && static_cast<ir::ServiceOp>(in.sub) == ir::ServiceOp::Argv;
  find_weak_atomics();
  find_call_of_main();
  has_own_operators_ = std::any_of(program.functions.begin(), program.functions.end(), is_own_operator);
  read_by_predicate_ = analysis::thread_locals_of_predicates(program);
}

void Vm::find_call_of_main() {
  if (program_.entry >= program_.functions.size()) return;
  const ir::Function& entry = program_.functions[program_.entry];
  if (!entry.is_library) return;  // the entry function is main itself
  for (uint32_t pc = 0; pc < entry.code.size(); ++pc)
    if (entry.code[pc].op == ir::Op::Call && !program_.functions[entry.code[pc].imm].is_library) call_of_main_ = pc;
  if (call_of_main_ != UINT32_MAX) coverage_.begins_before_main();
}

// Mutable globals get the first slots of the state; constants and functions get immutable slots.
void Vm::lay_out_globals() {
  initial_.objects.emplace_back();
  global_slot_.resize(program_.globals.size());
  for (ir::GlobalId id = 0; id < program_.globals.size(); ++id) {
    const ir::Global& global = program_.globals[id];
    if (global.is_thread_local) continue;
    if (global.is_constant) {
      global_slot_[id] = kImmutable + static_cast<Slot>(immutable_.size());
      immutable_.emplace_back();
    } else {
      global_slot_[id] = static_cast<Slot>(initial_.objects.size());
      initial_.objects.emplace_back();
    }
  }
  for (ir::FunctionId id = 0; id < program_.functions.size(); ++id) {
    function_slot_.push_back(kImmutable + static_cast<Slot>(immutable_.size()));
    Object* object = Object::make(ObjectKind::Function, 0, false);
    object->global = id;
    immutable_.push_back(Ref<Object>(object));
  }
  for (ir::GlobalId id = 0; id < program_.globals.size(); ++id) {
    const ir::Global& global = program_.globals[id];
    if (global.is_thread_local) continue;
    Object* object = initial_object(global);
    object->global = id;
    object->shared = object->in_memory = true;
    Slot slot = global_slot_[id];
    (slot >= kImmutable ? immutable_[slot - kImmutable] : initial_.objects[slot]) = Ref<Object>(object);
  }
  first_dynamic_ = static_cast<Slot>(initial_.objects.size());
  element_size_.assign(first_dynamic_, 0);
  last_arrays_.resize(first_dynamic_);
  for (ir::GlobalId id = 0; id < program_.globals.size(); ++id) {
    const ir::Global& global = program_.globals[id];
    const ir::DebugType& type = program_.types[global.type];
    if (global.is_thread_local || global.is_constant || type.kind != ir::DebugType::Kind::Array) continue;
    uint64_t element = program_.types[type.element].size;
    if (element != 0 && global.size > element && global.size / element <= 64) element_size_[global_slot_[id]] = element;
  }
}

Object* Vm::initial_object(const ir::Global& global) const {
  Object* object = Object::make(ObjectKind::Global, global.size, false);
  object->site = global.loc;
  object->internal = global.is_library && global.name.starts_with("__mover_internal_");
  if (!global.bytes.empty()) std::memcpy(object->data(), global.bytes.data(), global.size);
  for (const ir::Relocation& relocation : global.relocations) {
    uint64_t address = resolve(relocation.target);
    std::memcpy(object->data() + relocation.offset, &address, 8);
  }
  return object;
}

// Addresses of globals and functions are fixed, so they are plain numbers in the canonical form.
uint64_t Vm::resolve(const ir::Constant& constant) const {
  switch (constant.kind) {
    case ir::Constant::Kind::Int:
      return constant.value;
    case ir::Constant::Kind::Undef:
      return 0;
    case ir::Constant::Kind::Global:
      return address_of(global_slot_[constant.id]) + constant.value;
    case ir::Constant::Kind::Function:
      return address_of(function_slot_[constant.id]);
  }
  return 0;
}

void Vm::resolve_constants() {
  for (const ir::Function& function : program_.functions) {
    std::vector<Value> values;
    for (const ir::Constant& constant : function.constants) {
      bool undefined = constant.kind == ir::Constant::Kind::Undef;
      values.push_back({resolve(constant), undefined ? ~0ull : 0, undefined ? kUndefined : kPlain});
    }
    function_constants_.push_back(std::move(values));
  }
}

StepResult Vm::reset() {
  state_ = initial_;
  thread_ = nullptr;
  events_.clear();
  output_.clear();
  if (uses_arguments_) make_arguments();
  Object* handle = Object::make(ObjectKind::ThreadHandle, 0, false);
  handle->shared = handle->in_memory = true;
  auto* main_thread = new Thread;
  main_thread->handle = create(handle);
  main_thread->status = Status::Ready;
  main_thread->entry = program_.entry;
  state_.threads.push_back(Ref<Thread>(main_thread));
  state_.unjoined_threads = 1;
  push_frame(*main_thread, program_.entry);
  select_thread(0);
  has_ended_ = false;
  if (inspects_places()) return {};  // its first place is seen, too
  const StepResult result = run(0, false);
  has_ended_ = result.kind != StepResult::Kind::Running;
  return result;
}

// A thread takes a step inside an atomic section. Other threads read bytes that the section has written, or overwrite
// bytes that it has read, only after all actions of the section. But only the actions before the write happen-before
// such a read, and overwriting adds no happens-before edge. So if the section takes another step after an access, other
// threads may observe that step without ordering.
void Vm::step_in_section() {
  observed_ |= thread_->section_accessed;
  switch (instruction(*thread_).op) {
    case ir::Op::Load:
    case ir::Op::Store:
    case ir::Op::Rmw:
    case ir::Op::CmpXchg:
    case ir::Op::MemCpy:
    case ir::Op::MemSet:
    case ir::Op::StrLen:
      thread_->section_accessed = true;
      break;
    default:
      break;
  }
}

StepResult Vm::step(ThreadId t, uint32_t choice) {
  const StepResult result = has().predicates == nullptr ? take(t, choice) : take_checked(t, choice);
  has_ended_ = result.kind != StepResult::Kind::Running;
  return result;
}

StepResult Vm::take_checked(ThreadId t, uint32_t choice) {
  events_.clear();
  const Action action = pending(t);
  StepResult result = check_access(t, action);
  if (result.kind == StepResult::Kind::Running) result = take(t, choice);
  return result.kind == StepResult::Kind::Running ? check_holders(t, action.loc) : result;
}

StepResult Vm::take(ThreadId t, uint32_t choice) {
  events_.clear();
  choice_ = choice;
  visible_allowed_ = true;
  select_thread(t);
  if (thread_->released != 0 && !signals(*thread_)) thread_->released = 0;
  if (inspects_places()) places_before_ = places(t);
  if (thread_->atomic_depth > 0 && thread_->status == Status::Ready) step_in_section();
  jumps_.clear();
  progressed_ = false;
  completed_.clear();
  frames_kept_ = thread_->frames.size();
  blocks_kept_ = thread_->blocks.size();
  for (uint32_t block = 0; block < blocks_kept_; ++block) {
    const BlockStep now{block, user_loc(*thread_)};
    const auto& steps = thread_->block_steps;
    if (std::find(steps.begin(), steps.end(), now) == steps.end()) thread_->block_steps.push_back(now);
  }
  StepResult result;
  switch (thread_->status) {
    case Status::NotStarted:
      thread_->status = Status::Ready;
      result = run(t, false);
      break;
    case Status::Ready:
      result = run(t, true);
      break;
    case Status::Waiting:  // a timeout or a spurious wake-up
      thread_->status = Status::Woken;
      thread_->timed_out = thread_->timed_wait && choice == 0;
      break;
    case Status::OnWord:
      thread_->status = Status::PastWord;
      thread_->timed_out = thread_->timed_wait && choice == 0;
      break;
    case Status::PastWord:
      return_from_word();
      ++thread_->frames.back().pc;
      result = run(t, false);
      break;
    case Status::Woken:
    case Status::Queued:
    case Status::PastBarrier:
      if (resume_wait() == Exec::Fault) return faulted(t);
      ++thread_->frames.back().pc;
      result = run(t, false);
      break;
    default:
      MOVER_UNREACHABLE("only an enabled thread is stepped");
  }
  if (state_.created_since_gc > 64 + state_.live_after_gc) collect_garbage();
  if (twins_.any()) follow_joins(t);
  return result;
}

namespace {
struct StateSnapshot final : Machine::Snapshot {
  StateSnapshot(const State& s, const std::string& o) : state(s), output(o) {}
  State state;
  std::string output;
};
}  // namespace

std::shared_ptr<const Machine::Snapshot> Vm::snapshot() const {
  return std::make_shared<StateSnapshot>(state_, output_);
}

void Vm::restore(const Snapshot& snapshot) {
  const auto& saved = static_cast<const StateSnapshot&>(snapshot);
  twins_.stop_finding();
  state_ = saved.state;
  output_ = saved.output;
  has_ended_ = false;
}

std::vector<uint64_t> representative_values(const ir::Program& program, uint32_t bits,
                                            const std::vector<uint64_t>& more) {
  std::vector<uint64_t> values;
  uint64_t mask = mask_of(bits);
  if (bits <= 8) {
    for (uint64_t v = 0; v <= mask; ++v) values.push_back(v);
    return values;
  }
  auto add = [&](uint64_t v) {
    if (std::find(values.begin(), values.end(), v & mask) == values.end()) values.push_back(v & mask);
  };
  uint64_t smallest = 1ull << (bits - 1);
  for (uint64_t v : {uint64_t{0}, uint64_t{1}, ~uint64_t{0}, smallest, smallest - 1}) add(v);
  for (uint64_t c : analysis::compared_constants(program))
    for (uint64_t v : {c, c - 1, c + 1}) add(v);
  for (uint64_t v : more) add(v);
  return values;
}

std::unique_ptr<Machine> make_machine(const ir::Program& program, const Options& options) {
  return std::make_unique<Vm>(program, options);
}

}  // namespace mover::vm
