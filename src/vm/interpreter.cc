// The main loop. A step executes the visible action that the thread is parked at, and then local computation until the
// next visible action, a failure, or the end of its budget of instructions. When the budget is exhausted, the step ends
// at the next backward jump, so that an endless local loop revisits the same few states and is recognised as a cycle.
#include "vm/interpreter.h"

#include <algorithm>

namespace mover::vm {

using ir::Instr;
using ir::Op;

void Vm::select_thread(ThreadId t) {
  current_ = t;
  thread_ = &state_.threads[t].write();
  refresh();
}

// Updates the cached pointers to the innermost frame of the running thread, which may have changed or moved.
void Vm::refresh() {
  const Frame& frame = thread_->frames.back();
  function_ = &program_.functions[frame.function];
  constants_ = function_constants_[frame.function].data();
  base_ = frame.base;
  regs_ = thread_->regs.data() + base_;
  tags_ = thread_->tags.data() + base_;
}

// Executes instructions of t until the step ends. `visible_allowed`: the first instruction is the step's visible
// action. REQUIRES: t is selected.
StepResult Vm::run(ThreadId t, bool visible_allowed) {
  visible_allowed_ = visible_allowed;
  fuel_ = kFuel;
  const bool stops_at_places = inspects_places();
  for (;;) {
    if (stops_at_places && !visible_allowed_ && places(t) != places_before_) return {};
    Frame& frame = thread_->frames.back();
    Exec outcome = execute(function_->code[frame.pc]);
    if (outcome == Exec::Next) {
      ++thread_->frames.back().pc;
    } else if (outcome == Exec::Park) {
      if (recording_) record_blocked_wait(function_->code[frame.pc]);
      return {};
    } else if (outcome == Exec::Stop) {
      return {};
    } else if (outcome == Exec::Fault) {
      return faulted(t);
    } else if (outcome == Exec::End) {
      StepResult result;
      result.kind = StepResult::Kind::Ended;
      result.end = end_;
      return result;
    }
    visible_allowed_ = false;
    --fuel_;
  }
}

// The result of a step in which an instruction has failed. A failure is an action of its own: unless it is the step's
// first instruction, the thread parks before it.
StepResult Vm::faulted(ThreadId t) {
  if (!visible_allowed_) return {};
  fault_.finding.thread = t;
  fault_.finding.loc = user_loc(*thread_);
  // A failure inside a library model is attributed to the function that the user called.
  if (std::string name = library_call(*thread_); !name.empty() && fault_.finding.kind == FindingKind::Memory)
    fault_.finding.message += " (in " + name + ")";
  return fault_;
}

Exec Vm::execute(const Instr& in) {
  switch (in.op) {
    case Op::Mov: {
      Value low = frozen(value(in.a), in.width),
            up = in.width > 64 ? frozen(value(high(in.a)), in.width - 64u) : Value{};
      set(in.dst, low);
      if (in.width > 64) set(in.dst + 1, up);
      return Exec::Next;
    }
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      return binary(in);
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem:
      return division(in);
    case Op::FAdd:
    case Op::FSub:
    case Op::FMul:
    case Op::FDiv:
    case Op::FRem:
    case Op::FNeg:
    case Op::FCmp:
      return floating(in);
    case Op::ICmp:
      return compare(in);
    case Op::Select:
      return select(in);
    case Op::Trunc:
    case Op::ZExt:
    case Op::SExt:
      if (in.width <= 64 && in.imm <= 64 && tag(in.a) == kPlain) {  // by far the most common conversion
        uint64_t v = bits(in.a);
        set(in.dst, (in.op == Op::SExt ? static_cast<uint64_t>(sign_extend(v, static_cast<unsigned>(in.imm))) : v) &
                        mask_of(in.width));
        return Exec::Next;
      }
      return convert(in);
    case Op::FPConv:
    case Op::FPToSI:
    case Op::FPToUI:
    case Op::SIToFP:
    case Op::UIToFP:
      return convert(in);
    case Op::Overflow:
      return overflow(in);
    case Op::Math:
      return math(in);
    case Op::PtrAdd:
      return pointer_add(in);
    case Op::Load:
      return load(in);
    case Op::Store:
      return store(in);
    case Op::MemCpy:
      return copy(in);
    case Op::MemSet:
      return fill(in);
    case Op::StrLen:
      return string_length(in);
    case Op::Rmw:
      return read_modify_write(in);
    case Op::CmpXchg:
      return compare_exchange(in);
    case Op::Fence:
      if (recording_) record_fence(in.order);  // a fence has no effect but on races
      return Exec::Next;
    case Op::Alloca:
      return alloca(in);
    case Op::TlsAddr:
      return thread_local_address(in);
    case Op::Br:
      return branch(in.target[0]);
    case Op::CondBr:
      return decide(in);
    case Op::Switch:
      return switch_on(in);
    case Op::Ret:
      return return_from(in);
    case Op::Call:
      return call(static_cast<ir::FunctionId>(in.imm), in);
    case Op::CallInd:
      return jump_to_function(value(in.a), in);
    case Op::Sync:
      return sync(in);
    case Op::Service:
      return service(in);
    case Op::Unreachable:
      return fail(FindingKind::Memory, "reaches code that the compiler takes to be unreachable (undefined behaviour)");
  }
  MOVER_UNREACHABLE("every operation has a case");
}

// A branch on an uninitialised value is an error, or a choice if the error is not checked (undefined_alternatives
// returns the number of alternatives). If the result is Exec::Next, the caller takes the alternative choice_.
Exec Vm::undecided(const char* message) {
  if (!options_.past_memory_errors) return fail(FindingKind::Memory, message);
  return visible_allowed_ ? Exec::Next : Exec::Park;
}

Exec Vm::decide(const Instr& in) {
  if (defined(in.a, 1)) return branch(in.target[bits(in.a) & 1 ? 0 : 1]);
  if (Exec how = undecided("a branch depends on an uninitialised value"); how != Exec::Next) return how;
  if (Exec how = require(term_of(in.a, 1), choice_ == 0); how != Exec::Next) return how;
  return branch(in.target[choice_ & 1]);
}

Exec Vm::switch_on(const Instr& in) {
  const ir::SwitchTable& table = function_->switches[static_cast<size_t>(in.imm)];
  if (!defined(in.a, in.width)) {
    if (Exec how = undecided("a switch depends on an uninitialised value"); how != Exec::Next) return how;
    if (Exec how = require_case(term_of(in.a, in.width), in.width, table); how != Exec::Next) return how;
    return branch(choice_ < table.cases.size() ? table.cases[choice_].second : table.fallback);
  }
  if (tag(in.a) & kPointer) expose(value(in.a));
  uint64_t v = bits(in.a);
  for (const auto& [constant, target] : table.cases)
    if (constant == v) return branch(target);
  return branch(table.fallback);
}

Exec Vm::branch(uint32_t target) {
  Frame& frame = thread_->frames.back();
  const bool out_of_fuel = fuel_ > kFuel;  // fuel_ has wrapped around below 0
  const bool stops = target <= frame.pc && out_of_fuel;
  if (const uint32_t depth = thread_->frames.size(); watches_jumps_ && depth <= frames_kept_)
    jumps_.insert({depth - 1, frame.function, frame.pc, target});
  frame.pc = target;
  return stops ? Exec::Stop : Exec::Jump;
}

void Vm::push_frame(Thread& thread, ir::FunctionId id) {
  const ir::Function& function = program_.functions[id];
  Frame frame;
  frame.function = id;
  frame.base = thread.regs.size();
  frame.first_local = thread.locals.size();
  thread.regs.resize(frame.base + function.num_regs);
  thread.tags.resize(frame.base + function.num_regs);
  std::fill(thread.tags.begin() + frame.base, thread.tags.end(), kUndefined);
  std::fill(thread.regs.begin() + frame.base, thread.regs.end(), 0);
  thread.frames.push_back(frame);
}

// Ends the running thread's stack objects from number `first` on. `unreferenced`: no register holds their addresses.
void Vm::drop_locals(uint32_t first, bool unreferenced) {
  ir::LocId where = user_loc(*thread_);
  while (thread_->locals.size() > first) {
    Slot slot = thread_->locals.back();
    thread_->locals.pop_back();
    end_object(slot, where, unreferenced && !state_.objects[slot]->in_memory);
  }
}

// Removes locks in the running thread's locals from number `first_local` on from the held locks of all threads, because
// later objects may reuse their addresses.
void Vm::drop_held_from(uint32_t first_local) {
  for (Ref<Thread>& thread : state_.threads) {
    auto ends = [&](const Held& held) {
      return std::find(thread_->locals.begin() + first_local, thread_->locals.end(), slot_of(held.object)) !=
             thread_->locals.end();
    };
    if (!thread || std::none_of(thread->held.begin(), thread->held.end(), ends)) continue;
    Thread& holder = thread.get() == thread_ ? *thread_ : thread.write();
    for (uint32_t i = holder.held.size(); i-- > 0;)
      if (ends(holder.held[i])) holder.held.erase(i);
  }
}

// Whether the end of the running thread's locals from number `first` on must be a step of its own, because other
// threads can observe it, as they can observe free().
bool Vm::locals_visible_from(uint32_t first) const {
  return !visible_allowed_ && std::any_of(thread_->locals.begin() + first, thread_->locals.end(), [&](Slot slot) {
    return state_.objects[slot]->alive && visible(*state_.objects[slot]);
  });
}

void Vm::open_block(Block::Kind kind, Address name) {
  thread_->blocks.push_back({kind, name, user_loc(*thread_), thread_->frames.size()});
}

void Vm::close_block() {
  const uint32_t left = thread_->blocks.size() - 1;
  if (thread_->blocks.back().kind != Block::Kind::Atomic) completed_.push_back(operation(thread_->blocks.back()));
  thread_->blocks.resize(left);
  uint32_t kept = 0;
  for (const BlockStep& step : thread_->block_steps)
    if (step.block < left) thread_->block_steps[kept++] = step;
  thread_->block_steps.resize(kept);
  blocks_kept_ = std::min(blocks_kept_, left);
}

void Vm::pop_frame(bool may_return_local) {
  Frame frame = thread_->frames.back();
  drop_locals(frame.first_local, !may_return_local);
  thread_->frames.pop_back();
  frames_kept_ = std::min(frames_kept_, thread_->frames.size());
  while (!thread_->blocks.empty() && thread_->blocks.back().frame > thread_->frames.size()) close_block();
  thread_->regs.resize(frame.base);
  thread_->tags.resize(frame.base);
  uint32_t kept = 0;
  for (const UndefinedMask& mask : thread_->masks)
    if (mask.reg < frame.base) thread_->masks[kept++] = mask;
  thread_->masks.resize(kept);
}

const std::vector<ir::VarArg>& Vm::varargs_of(const ir::Function& caller, const Instr& in) const {
  static const std::vector<ir::VarArg> kNothing;
  auto pc = static_cast<uint32_t>(&in - caller.code.data());
  auto it = std::lower_bound(caller.varargs.begin(), caller.varargs.end(), pc,
                             [](const auto& entry, uint32_t wanted) { return entry.first < wanted; });
  return it != caller.varargs.end() && it->first == pc ? it->second : kNothing;
}

// An object with the variadic arguments of a call, in the layout of the System V ABI for arguments that do not fit in
// registers. The code of va_arg reads them there.
Slot Vm::variadic_object(const ir::Function& caller, const Instr& in, uint32_t fixed) {
  const auto& arguments = varargs_of(caller, in);
  uint64_t size = 0;
  auto place_next = [&](const ir::VarArg& a) {
    size = (size + a.align - 1) / a.align * a.align;
    uint64_t at = size;
    size += a.byval_bytes != 0 ? (a.byval_bytes + 7) / 8 * 8 : a.registers * 8;
    return at;
  };
  std::vector<uint64_t> offsets;
  for (const ir::VarArg& a : arguments) offsets.push_back(place_next(a));
  Slot slot = create_local(size, in.loc, thread_->frames.size() + 1);
  uint32_t next = fixed;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].byval_bytes != 0) {
      Pointee from;
      if (locate(bits(argument(in, next)), arguments[i].byval_bytes, false, from))
        copy_bytes({state_.objects[slot].get(), slot, offsets[i]}, from, arguments[i].byval_bytes);
    } else {
      for (uint32_t r = 0; r < arguments[i].registers; ++r) {
        Pointee to{state_.objects[slot].get(), slot, offsets[i] + r * 8};
        write_word(to, 64, value(argument(in, next + r)));
      }
    }
    next += arguments[i].registers;
  }
  return slot;
}

Exec Vm::call(ir::FunctionId callee_id, const Instr& in) {
  const ir::Function& callee = program_.functions[callee_id];
  const ir::Function& caller = *function_;
  if (thread_->frames.size() >= options_.max_frames)
    return limit(Omission::Cause::Recursion, options_.max_frames, callee.name);
  // The caller copies structs that are passed by value in memory, and reading them is an access.
  for (auto [reg, size] : callee.byval_params) {
    if (reg >= in.num_args || size == 0) continue;
    Pointee from;
    if (!locate(argument(in, reg), size, false, from)) return Exec::Fault;
    if (must_park(from)) return Exec::Park;
    if (recording_) record_access(from, size, false, ir::Order::NotAtomic, nullptr);
  }
  if (thread_->frames.size() == 1 && caller.is_library && thread_->frames[0].pc == call_of_main_ && current_ == 0)
    coverage_.entered_main();
  uint32_t fixed = std::min(in.num_args, callee.num_params);
  if (callee.is_variadic) {
    uint32_t next = fixed;
    for (const ir::VarArg& a : varargs_of(caller, in)) {
      Pointee from;
      if (a.byval_bytes != 0 && !locate(argument(in, next), a.byval_bytes, false, from)) return Exec::Fault;
      if (a.byval_bytes != 0 && must_park(from)) return Exec::Park;
      if (a.byval_bytes != 0 && recording_) record_access(from, a.byval_bytes, false, ir::Order::NotAtomic, nullptr);
      next += a.registers;
    }
  }
  if (callee.is_atomic && thread_->atomic_depth == 0) {
    if (!visible_allowed_ && others()) return Exec::Park;
    enter_atomic();
  }
  if (callee.is_atomic) ++thread_->atomic_depth;
  Slot varargs = callee.is_variadic ? variadic_object(caller, in, fixed) : 0;
  SmallVector<Value, 16> arguments;
  for (uint32_t i = 0; i < fixed; ++i) arguments.push_back(value(argument(in, i)));
  push_frame(*thread_, callee_id);
  refresh();
  for (uint32_t i = 0; i < fixed; ++i) set(static_cast<int32_t>(i), arguments[i]);
  if (varargs != 0) {
    thread_->frames.back().varargs = varargs;
    thread_->locals.push_back(varargs);
  }
  for (auto [reg, size] : callee.byval_params) {
    if (reg >= fixed) continue;
    Slot slot = create_local(size, in.loc, thread_->frames.size());
    Pointee from;
    if (size != 0 && locate(bits(static_cast<ir::Operand>(reg)), size, false, from))
      copy_bytes({state_.objects[slot].get(), slot, 0}, from, size);
    thread_->locals.push_back(slot);
    set(static_cast<int32_t>(reg), address_of(slot), kPointer);
  }
  return Exec::Jump;
}

// Whether returning from the innermost function ends the process: it is main, which the entry function has called.
bool Vm::ends_process() const {
  return current_ == 0 && thread_->frames.size() == 2 && thread_->frames[0].function == program_.entry &&
         thread_->frames[0].pc == call_of_main_;
}

Exec Vm::return_from(const Instr& in) {
  SmallVector<Value, 4> results;
  if (in.a != ir::kNoOperand) {
    results.push_back(value(in.a));
    if (in.width > 64) results.push_back(value(high(in.a)));
  } else {
    for (uint32_t i = 0; i < in.num_args; ++i) results.push_back(value(argument(in, i)));
  }
  if (thread_->frames.size() == 1) {
    // The first function of a thread has returned.
    if (!visible_allowed_) return Exec::Park;
    if (current_ == 0) return end_program(results.empty() ? Value{} : results[0]);
    return end_thread(results.empty() ? Value{} : results[0]);
  }
  if (locals_visible_from(thread_->frames.back().first_local)) return Exec::Park;
  // A local lock must not be in use when its function returns, except when the process ends.
  if (const uint32_t first = thread_->frames.back().first_local; first < thread_->locals.size()) {
    if (ends_process())
      drop_held_from(first);
    else if (Exec how = ends_in_use_from(first); how != Exec::Next)
      return how;
  }
  if (function_->is_atomic) leave_atomic();
  bool returns_pointer = std::any_of(results.begin(), results.end(), [](const Value& v) { return v.tag & kPointer; });
  pop_frame(returns_pointer);
  refresh();
  Frame& frame = thread_->frames.back();
  const Instr& caller = function_->code[frame.pc];
  uint32_t wanted = caller.num_results != 0 ? caller.num_results : caller.dst >= 0 ? 1 : 0;
  for (uint32_t i = 0; i < wanted && caller.dst >= 0; ++i)
    set(caller.dst + static_cast<int32_t>(i),
        i < results.size() ? results[i] : frozen(Value{0, ~0ull, kUndefined}, 64));
  ++frame.pc;
  return Exec::Jump;
}

Exec Vm::jump_to_function(Value pointer, const Instr& in) {
  if (pointer.tag & kUndefined) return fail(FindingKind::Memory, "calls through an uninitialised function pointer");
  if (pointer.bits == 0) return crash("calls through a null function pointer");
  Slot slot = slot_of(pointer.bits);
  if (slot < kImmutable || slot - kImmutable >= immutable_.size() || offset_of(pointer.bits) != 0 ||
      immutable_[slot - kImmutable]->kind != ObjectKind::Function)
    return fail(FindingKind::Memory, "calls through a pointer that is not a function's address");
  return call(immutable_[slot - kImmutable]->global, in);
}

}  // namespace mover::vm
