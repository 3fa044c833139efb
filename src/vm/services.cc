// Services of the machine for the library models: allocation, choices, failures, output, notes for the report.
#include <algorithm>

#include "ir/call_sites.h"
#include "ir/names.h"
#include "vm/interpreter.h"
#include "vm/place_hash.h"

namespace mover::vm {

using ir::Instr;
using ir::ServiceOp;

Exec Vm::fail(FindingKind kind, std::string message) {
  fault_ = StepResult{};
  fault_.kind = StepResult::Kind::Failed;
  fault_.finding.kind = kind;
  fault_.finding.message = std::move(message);
  fault_.finding.survivable = kind == FindingKind::Memory;
  return Exec::Fault;
}

Exec Vm::crash(std::string message) {
  fail(FindingKind::Memory, std::move(message));
  fault_.finding.survivable = false;
  return Exec::Fault;
}

Exec Vm::limit(Omission::Cause cause, uint64_t bound, std::string what) {
  fault_ = StepResult{};
  fault_.kind = StepResult::Kind::Limit;
  fault_.limit = {cause, std::move(what), bound, user_loc(*thread_)};
  return Exec::Fault;
}

uint32_t Vm::place_of_calls() const {
  PlaceHash hash;
  for (const Frame& frame : thread_->frames) hash.add(frame.function, frame.pc);
  return hash.number();
}

void Vm::note(const std::string& sentence) {
  if (std::find(notes_.begin(), notes_.end(), sentence) == notes_.end()) notes_.push_back(sentence);
}

std::vector<std::string> Vm::gaps() const {
  return coverage_.gaps([this](ir::LocId loc) { return describe_loc(loc); },
                        [this](uint64_t function) { return function_name(static_cast<ir::FunctionId>(function)); });
}

Exec Vm::allocate(const Instr& in, bool zeroed) {
  ir::Operand size_operand = argument(in, 0);
  if (!defined(size_operand, 64)) return fail(FindingKind::Memory, "allocates an uninitialised number of bytes");
  uint64_t size = bits(size_operand);
  bool may_fail = options_.malloc_may_fail;
  const std::vector<Slot> freed = reusable(ObjectKind::Heap, current_);
  if ((may_fail || allocations_depend() || !freed.empty()) && !visible_allowed_) return Exec::Park;
  const bool again = choice_ >= 1 && choice_ <= freed.size();
  const Slot resizable =
      static_cast<ServiceOp>(in.sub) == ServiceOp::Realloc ? resizable_block(value(argument(in, 1))) : 0;
  if (resizable != 0 && !visible_allowed_) return Exec::Park;
  if (resizable != 0 && choice_ == freed.size() + 1) return resize(in, resizable, size);
  if (may_fail && choice_ > freed.size() + (resizable != 0 ? 1 : 0)) {
    set_result(in, 0);
    return Exec::Next;
  }
  if (size > options_.max_heap_bytes || state_.heap_bytes + size > options_.max_heap_bytes)
    return limit(Omission::Cause::Heap, options_.max_heap_bytes >> 20);
  Object* object = Object::make(ObjectKind::Heap, size, !zeroed);
  object->owner = current_;
  note_maker(*object);
  state_.heap_bytes += size;
  Slot slot = again && visible_allowed_ ? reuse(freed[choice_ - 1], object) : create(object);
  if (recording_ && size != 0) record_access({object, slot, 0}, size, true, ir::Order::NotAtomic, nullptr);
  set_result(in, address_of(slot), kPointer);
  return Exec::Next;
}

Exec Vm::free_memory(const Instr& in) {
  ir::Operand pointer = argument(in, 0);
  if (tag(pointer) & kUndefined) return fail(FindingKind::Memory, "frees an uninitialised pointer");
  Address address = bits(pointer);
  if (address == 0) return Exec::Next;
  Slot slot = slot_of(address);
  if (slot >= kImmutable || slot == 0 || slot >= state_.objects.size() || !state_.objects[slot])
    return fail(FindingKind::Memory, "frees a pointer that is not to heap memory");
  const Object& object = *state_.objects[slot];
  if (object.kind != ObjectKind::Heap)
    return fail(FindingKind::Memory,
                "frees memory that was not allocated on the heap: " + describe_object(object, slot));
  if (!object.alive) return fail(FindingKind::Memory, "frees memory a second time: " + describe_object(object, slot));
  if (offset_of(address) != 0)
    return fail(FindingKind::Memory, "frees a pointer into the middle of " + describe_object(object, slot));
  if (!visible_allowed_ && (visible(object) || allocations_depend())) return Exec::Park;
  if (std::string user = user_of_object({&object, slot, 0}, object.size); !user.empty())
    return fail(FindingKind::Memory,
                "frees memory with a synchronisation object in it that " + user + ": " + describe_object(object, slot));
  if (others()) freed_sites_.insert(object.site);
  accesses_used(slot, object, 0, object.size, false);
  record_free(object);
  if (recording_) record_access({&object, slot, 0}, object.size, true, ir::Order::NotAtomic, nullptr);
  state_.heap_bytes -= object.size;
  end_object(slot, user_loc(*thread_), false);
  return Exec::Next;
}

const std::vector<uint64_t>& Vm::representatives(uint32_t bits) const {
  for (const auto& [width, values] : representatives_)
    if (width == bits) return values;
  representatives_.push_back({bits, representative_values(program_, bits, options_.nondet_values)});
  return representatives_.back().second;
}

Exec Vm::service(const Instr& in) {
  auto op = static_cast<ServiceOp>(in.sub);
  auto text = [&](uint32_t i, std::string& out) {
    ir::Operand o = argument(in, i);
    if (tag(o) & kUndefined) return fail(FindingKind::Memory, "passes an uninitialised string"), false;
    return read_string(bits(o), out);
  };
  std::string message;
  switch (op) {
    case ServiceOp::ThreadSelf:
      // pthread_join only compares it with the handle of the thread that it joins.
      if (runs_twin() && function_->name != "pthread_join") twins_.refute(thread_->kind);
      set_result(in, address_of(thread_->handle), kPointer);
      return Exec::Next;
    case ServiceOp::Holds:
      set_result(in, holds_now(bits(argument(in, 0))), kPlain);
      return Exec::Next;
    case ServiceOp::AbandonRobust: {
      const Address mutex = abandon_robust_mutex();
      set_result(in, mutex, mutex != 0 ? kPointer : kPlain);
      return Exec::Next;
    }
    case ServiceOp::MutexConsistent:
      set_result(in, make_consistent(bits(argument(in, 0))));
      return Exec::Next;
    case ServiceOp::Place:
      set_result(in, place_of_calls());
      return Exec::Next;
    case ServiceOp::Malloc:
    case ServiceOp::Realloc:
      return allocate(in, false);
    case ServiceOp::Calloc:
      return allocate(in, true);
    case ServiceOp::Free:
      return free_memory(in);
    case ServiceOp::UsableSize: {
      Pointee pointee;
      if (!locate(argument(in, 0), 0, false, pointee)) return Exec::Fault;
      if (pointee.object->kind != ObjectKind::Heap || pointee.offset != 0)
        return fail(FindingKind::Memory, "reallocates memory that was not allocated on the heap: " +
                                             describe_object(*pointee.object, pointee.slot));
      set_result(in, pointee.object->size);
      return Exec::Next;
    }
    case ServiceOp::Choose: {
      if (!defined(argument(in, 0), 32))
        return fail(FindingKind::Memory, "chooses among an uninitialised number of values");
      uint64_t n = bits(argument(in, 0)) & 0xffffffffu;
      if (n == 0 || n > 0x7fffffff)
        return fail(FindingKind::Assertion, "mover_choose needs a positive number of alternatives");
      if (n > 1 && !visible_allowed_) return Exec::Park;
      if (n > 1) coverage_.chose();
      set_result(in, n > 1 ? choice_ : 0);
      return Exec::Next;
    }
    case ServiceOp::Nondet: {
      auto width = static_cast<uint32_t>(bits(argument(in, 0)));
      if (!visible_allowed_) return Exec::Park;
      coverage_.chose();
      const auto& values = representatives(width);
      if (width > 8) not_covered({Omission::Cause::SampledValues, std::to_string(width) + "-bit", values.size()});
      set_result(in, values[choice_]);
      return Exec::Next;
    }
    case ServiceOp::NondetRand:
      set_result(in, options_.nondet_rand ? 1 : 0);
      return Exec::Next;
    case ServiceOp::Assume: {
      bool holds = (bits(argument(in, 0)) & 0xffffffffu) != 0;
      if (!defined(argument(in, 0), 32)) {
        if (Exec how = undecided("an assumption depends on an uninitialised value"); how != Exec::Next) return how;
        holds = choice_ == 0;
        const terms::TermId zero = unknowns_->terms.constant(0, 32);
        const terms::TermId is_false = unknowns_->terms.result(ir::Op::ICmp, static_cast<uint8_t>(ir::Predicate::Eq), 1,
                                                               term_of(argument(in, 0), 32), zero);
        if (Exec how = require(is_false, !holds); how != Exec::Next) return how;
      }
      const ir::LocId loc = user_loc(*thread_);
      coverage_.assumed(loc, holds);
      if (holds) return Exec::Next;
      coverage_.cut(thread_->entry, loc);
      thread_->status = Status::Discarded;
      return Exec::Stop;
    }
    case ServiceOp::AssertFail:
      if (!text(0, message)) return Exec::Fault;
      return fail(FindingKind::Assertion, message);
    case ServiceOp::Abort:
      if (bits(argument(in, 0)) != 0 && !text(0, message)) return Exec::Fault;
      return fail(FindingKind::Assertion, message.empty() ? "the program calls abort()" : message);
    case ServiceOp::Exit:
      if (!visible_allowed_) return Exec::Park;
      return end_program(in.num_args == 0 ? Value{} : value(argument(in, 0)));
    case ServiceOp::Write: {
      Pointee from;
      uint64_t size = bits(argument(in, 2));
      if (size == 0) return Exec::Next;
      if (!locate(argument(in, 1), size, false, from)) return Exec::Fault;
      if (must_park(from)) return Exec::Park;
      if (recording_) {
        record_access(from, size, false, ir::Order::NotAtomic, nullptr);
        output_.append(reinterpret_cast<const char*>(from.object->data() + from.offset), size);
        event(Event::Kind::Output, 0);
      }
      return Exec::Next;
    }
    case ServiceOp::Note:
      if (!text(0, message)) return Exec::Fault;
      note(message);
      return Exec::Next;
    case ServiceOp::NotCovered:
      if (!text(0, message)) return Exec::Fault;
      not_covered(omission(message));
      return Exec::Next;
    case ServiceOp::VaStart: {
      Pointee list;
      if (!locate(argument(in, 0), 24, true, list)) return Exec::Fault;
      if (must_park(list)) return Exec::Park;
      Slot varargs = thread_->frames.back().varargs;
      // gp_offset is 48 and fp_offset 176: all arguments in registers count as consumed.
      write_word(list, 64, {(176ull << 32) | 48, 0, kPlain});
      list.offset += 8;
      list.object = state_.objects[list.slot].get();
      write_word(list, 64, varargs != 0 ? Value{address_of(varargs), 0, kPointer} : Value{});
      list.offset += 8;
      list.object = state_.objects[list.slot].get();
      write_word(list, 64, {});
      return Exec::Next;
    }
    case ServiceOp::Reachable:
      reached_.insert({thread_->frames.back().function, thread_->frames.back().pc});
      return Exec::Next;
    case ServiceOp::Exclusive:
      return declare_exclusive(in);
    case ServiceOp::AtomicBlockBegin:
      if (options_.track_blocks) open_block(Block::Kind::Atomic, bits(argument(in, 0)));
      return Exec::Next;
    case ServiceOp::AtomicBlockEnd:
      if (!thread_->blocks.empty() && thread_->blocks.back().kind == Block::Kind::Atomic) close_block();
      return Exec::Next;
    case ServiceOp::Progress:
      progressed_ = true;
      return Exec::Next;
    case ServiceOp::OperationBegin:
      if (options_.track_operations)
        open_block((bits(argument(in, 1)) & 1) != 0 ? Block::Kind::WaitFree : Block::Kind::LockFree,
                   bits(argument(in, 0)));
      return Exec::Next;
    case ServiceOp::OperationEnd:
      if (!thread_->blocks.empty() && thread_->blocks.back().kind != Block::Kind::Atomic) close_block();
      return Exec::Next;
    case ServiceOp::Unsupported:
      if (!text(0, message)) return Exec::Fault;
      if (message.starts_with(ir::kUndefinedFunction))
        return limit(Omission::Cause::Undefined, 0, message.substr(ir::kUndefinedFunction.size()));
      return limit(Omission::Cause::Unmodelled, 0, message);
    case ServiceOp::StackSave:
      set_result(in, thread_->locals.size());
      return Exec::Next;
    case ServiceOp::StackRestore: {
      uint32_t kept = std::max(static_cast<uint32_t>(bits(argument(in, 0))), thread_->frames.back().first_local);
      if (locals_visible_from(kept)) return Exec::Park;
      if (Exec how = ends_in_use_from(kept); how != Exec::Next) return how;
      drop_locals(kept, false);
      return Exec::Next;
    }
    case ServiceOp::LifetimeStart:
      return change_scope(in, false);
    case ServiceOp::LifetimeEnd:
      return change_scope(in, true);
    case ServiceOp::NoOverlap: {
      const uint64_t to = bits(argument(in, 0)), from = bits(argument(in, 1)), size = bits(argument(in, 2));
      if (to == from || to >= from + size || from >= to + size) return Exec::Next;
      return fail(
          FindingKind::Memory,
          "copies " + std::to_string(size) +
              " bytes between ranges that overlap, which memcpy and assignment do not allow: " + describe(from, size));
    }
    case ServiceOp::Apart:
      return must_be_apart(in);
    case ServiceOp::AllocatedBy:
      if (const Slot slot = block_that_begins_at(bits(argument(in, 0))); slot != 0 && !has_own_operators_)
        write_object(slot).allocated_by = static_cast<ir::AllocatedBy>(bits(argument(in, 1)));
      return Exec::Next;
    case ServiceOp::GivenBackBy:
      return given_back(in);
    case ServiceOp::Subscript: {
      const uint64_t index = bits(argument(in, 0)), length = bits(argument(in, 1));
      if (index < length || (tag(argument(in, 0)) & kUndefined) || options_.past_memory_errors) return Exec::Next;
      return fail(FindingKind::Memory, "accesses element " + std::to_string(static_cast<int64_t>(index)) +
                                           " of an array of " + std::to_string(length) + " elements");
    }
    case ServiceOp::ShiftAmount: {
      const uint64_t by = bits(argument(in, 0)), width = bits(argument(in, 1));
      if (by < width || (tag(argument(in, 0)) & kUndefined)) return Exec::Next;
      return fail(FindingKind::Memory, "shifts a value of " + std::to_string(width) +
                                           " bits by a negative number of bits or by as many as it has or more");
    }
    case ServiceOp::AddressAsNumber:
      if (is_of_global(bits(argument(in, 0)))) depends_on_placement();
      return Exec::Next;
    case ServiceOp::CallSite:
      return Exec::Next;
    case ServiceOp::CallSiteOf:
      return call_site_of(in);
    case ServiceOp::Argc:
      set_result(in, options_.args.size());
      return Exec::Next;
    case ServiceOp::Argv:
      set_result(in, arguments_, kPointer);
      return Exec::Next;
  }
  MOVER_UNREACHABLE("every service has a case");
}

// The run-time of C++ exceptions searches the handlers of the calling functions. The start function's calls have none.
Exec Vm::call_site_of(const Instr& in) {
  const uint64_t calls = thread_->frames.size() - 1, n = bits(argument(in, 0));
  const Frame* caller = n < calls ? &thread_->frames[static_cast<uint32_t>(calls - 1 - n)] : nullptr;
  if (caller == nullptr || caller->function == program_.entry) {
    set_result(in, ir::kNoCallSite);
    return Exec::Next;
  }
  const ir::Constant* handlers = ir::handlers_of_call(program_.functions[caller->function], caller->pc);
  set_result(in, handlers == nullptr ? 0 : resolve(*handlers));
  return Exec::Next;
}

// Checks that the memory that a library function writes does not overlap the memory that it reads.
Exec Vm::must_be_apart(const Instr& in) {
  const uint64_t to = bits(argument(in, 0)), written = bits(argument(in, 1));
  const uint64_t from = bits(argument(in, 2)), read = bits(argument(in, 3));
  if (to >= from + read || from >= to + written) return Exec::Next;
  return fail(FindingKind::Memory, "writes " + std::to_string(written) + " bytes over the " + std::to_string(read) +
                                       " bytes that it reads, which must not overlap: " + describe(from, read));
}

Slot Vm::block_that_begins_at(Address address) const {
  const Slot slot = slot_of(address);
  const bool is_block = slot != 0 && slot < state_.objects.size() && state_.objects[slot] && offset_of(address) == 0 &&
                        state_.objects[slot]->kind == ObjectKind::Heap && state_.objects[slot]->alive;
  return is_block ? slot : 0;
}

// Checks that the deallocation function matches the allocation function. Other errors are reported by free_memory(),
// which is called next. One operator may call another, so only the first one is checked.
Exec Vm::given_back(const Instr& in) {
  static const char* const kAllocation[] = {"", "malloc", "new", "new[]", "an aligned new", "an aligned new[]"};
  static const char* const kRelease[] = {"", "free", "delete", "delete[]", "an aligned delete", "an aligned delete[]"};
  const Slot slot = block_that_begins_at(bits(argument(in, 0)));
  if (slot == 0 || has_own_operators_) return Exec::Next;
  const auto was = state_.objects[slot]->allocated_by, now = static_cast<ir::AllocatedBy>(bits(argument(in, 1)));
  if (was == ir::AllocatedBy::Any) return Exec::Next;
  if (was != now)
    return fail(FindingKind::Memory, std::string("frees by ") + kRelease[static_cast<int>(now)] +
                                         " what was allocated by " + kAllocation[static_cast<int>(was)] + ": " +
                                         describe_object(*state_.objects[slot], slot));
  write_object(slot).allocated_by = ir::AllocatedBy::Any;
  return Exec::Next;
}

// argv: an array of pointers to strings, all of which the program may modify.
void Vm::make_arguments() {
  uint64_t count = options_.args.size();
  Object* array = Object::make(ObjectKind::Argument, (count + 1) * 8, false);
  array->shared = array->in_memory = true;
  Slot array_slot = create(array);
  for (uint64_t i = 0; i < count; ++i) {
    const std::string& text = options_.args[i];
    Object* string = Object::make(ObjectKind::Argument, text.size() + 1, false);
    std::memcpy(string->data(), text.c_str(), text.size() + 1);
    string->shared = string->in_memory = true;
    Slot slot = create(string);
    Object& target = write_object(array_slot);
    Address address = address_of(slot);
    std::memcpy(target.data() + i * 8, &address, 8);
    target.set_pointer(i);
  }
  arguments_ = address_of(array_slot);
}

}  // namespace mover::vm
