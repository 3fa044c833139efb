// Names for reports: of objects by address, of threads, of places.
#include "ir/names.h"
#include "ir/parts.h"
#include "vm/interpreter.h"

namespace mover::vm {

std::string Vm::function_name(ir::FunctionId id) const { return ir::source_name(program_.functions[id]); }

// The library function that the user's code has called and that has not returned; empty if there is none.
std::string Vm::library_call(const Thread& thread) const {
  std::string name;
  for (uint32_t i = thread.frames.size(); i-- > 0 && program_.functions[thread.frames[i].function].is_library;)
    name = function_name(thread.frames[i].function);
  return name.starts_with("__mover") ? "" : name;
}

// Objects are 4 GiB apart and begin in the middle of their range.
bool Vm::looks_like_address(uint64_t value, uint64_t size) const {
  constexpr uint64_t kBegin = 0x80000000, kMost = 256u << 20;
  const uint64_t offset = value & 0xffffffff;
  return size == 8 && value >> 32 != 0 && offset >= kBegin && offset < kBegin + kMost;
}

std::string Vm::describe_loc(ir::LocId loc) const { return ir::place_in_words(program_, loc); }

std::string Vm::describe_object(const Object& object, Slot slot) const {
  const std::string number = slot < kImmutable ? object_numbers().of(address_of(slot)) : "";
  switch (object.kind) {
    case ObjectKind::Global:
      return ir::with_arguments_folded(ir::demangled(program_.globals[object.global].name));
    case ObjectKind::ThreadLocal:
      return program_.globals[object.global].name + " of " + thread_name(object.owner);
    case ObjectKind::Function:
      return function_name(object.global) + "()";
    case ObjectKind::ThreadHandle:
      return "the handle of " + thread_name(object.owner);
    case ObjectKind::Argument:
      return "argv";
    case ObjectKind::Stack: {
      const std::string place = object.site != 0 ? " (" + describe_loc(object.site) + ")" : "";
      const ir::Made* made = made_as(object);
      if (made == nullptr || made->function.empty()) return "a local variable" + place;
      return made->name + place_of_local(object) + (object.alive ? "" : place);
    }
    case ObjectKind::Heap: {
      if (has_exception(object)) return ir::kException;
      const ir::Made* made = made_as(object);
      std::string name = made == nullptr ? "" : ir::object_name(program_.types[made->type]);
      if (name == ir::kStateOfFuture) return name;
      if (name.empty() && object.alive)
        if (std::string text = part_by_pointer(address_of(slot), UINT64_MAX); !text.empty()) return text;
      const std::string place = "allocated at " + describe_loc(object.site);
      const std::string freed = object.ended_at != 0 ? "freed at " + describe_loc(object.ended_at) : "";
      if (name.empty() || name == ir::kStartOfThread)
        return "the memory " + place + (number.empty() ? "" : " (" + number + ")") +
               (freed.empty() ? "" : " (" + freed + ")");
      return name + number + (freed.empty() ? "" : " (" + place + ", " + freed + ")");
    }
  }
  return "object " + std::to_string(slot);
}

// " in submit"; " in submit of T2" if several threads have the variable.
std::string Vm::place_of_local(const Object& local) const {
  const ir::Made* made = made_as(local);
  std::string text = made == nullptr || made->function.empty() ? "" : " in " + made->function;
  const std::string owner = local.owner == 0 ? "main" : "T" + std::to_string(local.owner);
  for (ThreadId t = 0; t < state_.threads.size(); ++t)
    if (t != local.owner && state_.threads[t] && state_.threads[local.owner] &&
        state_.threads[t]->entry == state_.threads[local.owner]->entry && !text.empty())
      return text + " of " + owner;
  return text;
}

// The debug information about the local variable, or about the type of the allocated memory; null if there is none.
const ir::Made* Vm::made_as(const Object& object) const {
  const bool is_local = object.kind == ObjectKind::Stack;
  const bool has_maker = object.kind == ObjectKind::Heap && object.maker != ir::kNone;
  if (!is_local && !has_maker) return nullptr;
  const ir::Function* maker = has_maker ? &program_.functions[object.maker] : nullptr;
  const ir::LocId place = has_maker ? maker->code[object.maker_pc].loc : object.site;
  for (const ir::Made& made : program_.made)
    if (made.loc == place && made.name.empty() == has_maker &&
        (is_local || made.function.empty() || made.function == maker->name))
      return &made;
  return nullptr;
}

// Whether the memory is that of an exception, or of a text in one: the user's code has called the library for it.
bool Vm::has_exception(const Object& object) const {
  if (object.kind != ObjectKind::Heap || object.maker == ir::kNone) return false;
  const Instr& in = program_.functions[object.maker].code[object.maker_pc];
  if (in.op != Op::Call) return false;
  const ir::Function& called = program_.functions[static_cast<size_t>(in.imm)];
  const bool constructs = called.name.find("C1E") != std::string::npos || called.name.find("C2E") != std::string::npos;
  return called.name == "__cxa_allocate_exception" ||
         (called.is_library && called.name.starts_with("_ZNSt") && constructs);
}

std::string Vm::common_name(Address address) const {
  const Slot slot = slot_of(address);
  if (slot == 0 || slot >= state_.objects.size() || !state_.objects[slot]) return "";
  const Object& object = *state_.objects[slot];
  if (object.kind != ObjectKind::Heap || has_exception(object)) return "";
  const ir::Made* made = made_as(object);
  const std::string name = made == nullptr ? "" : ir::object_name(program_.types[made->type]);
  return name.empty() ? "memory allocated at " + describe_loc(object.site) : name;
}

std::string Vm::access_after_end(const Object& object, Slot slot, const char* verb) const {
  switch (object.kind) {
    case ObjectKind::Stack: {
      if (!object.has_scope && !object.left_behind)
        return std::string(verb) +
               " a local variable after its function has returned: " + describe_object(object, slot);
      const std::string name = this->object(address_of(slot)).name;
      return (name.empty() ? "use of a temporary object" : "use of local variable `" + name + "`") +
             " after its scope has ended" + (object.site ? ": it is of " + describe_loc(object.site) : std::string());
    }
    case ObjectKind::ThreadLocal:
      return std::string(verb) +
             " a thread-local variable after its thread has ended: " + program_.globals[object.global].name;
    default:
      return std::string(verb) + " memory after it was freed: " + describe_object(object, slot);
  }
}

std::string Vm::describe(Address address, uint64_t size) const {
  Slot slot = slot_of(address);
  if (slot == 0) return address == kAllocator ? "the allocator" : "a null pointer";
  if (slot < kImmutable ? slot >= state_.objects.size() || !state_.objects[slot]
                        : slot - kImmutable >= immutable_.size())
    return "an invalid address";
  const Object& object = slot < kImmutable ? *state_.objects[slot] : *immutable_[slot - kImmutable];
  auto offset = static_cast<uint64_t>(offset_of(address));
  std::string name = describe_object(object, slot);
  const bool is_variable = object.kind == ObjectKind::Global || object.kind == ObjectKind::ThreadLocal;
  const std::string path =
      is_variable ? ir::path_within(program_, program_.globals[object.global].type, offset, size) : "";
  if (object.kind == ObjectKind::Global) return name.starts_with("vtable for ") ? name : name + path;
  if (is_variable) return program_.globals[object.global].name + path + " of " + thread_name(object.owner);
  if (object.kind == ObjectKind::Heap && object.alive && made_as(object) == nullptr)
    if (std::string part = part_by_pointer(address, size); !part.empty()) return part;
  if (const std::string part = part_of_object(object, slot, offset, size); !part.empty()) return part;
  return offset == 0 ? name : name + ", byte " + std::to_string(offset);
}

// The name of the bytes in the source: "node.next" of memory that was allocated for a node, "items[3].key in push" of a
// local variable; empty if they have none.
std::string Vm::part_of_object(const Object& object, Slot slot, uint64_t offset, uint64_t size) const {
  const ir::Made* made = object.alive ? made_as(object) : nullptr;
  if (made == nullptr) return "";
  if (object.kind == ObjectKind::Stack)
    return made->name + ir::path_within(program_, made->type, offset, size) + place_of_local(object);
  if (std::string part = part_by_pointer(address_of(slot) + offset, size); !part.empty()) return part;
  const std::string number = object_numbers().of(address_of(slot));
  const std::string part = ir::part_of_block(program_, made->type, object.size, offset, size, number);
  const std::string element = ir::element_of_block(program_, made->type, object.size, offset);
  return part.empty() && !element.empty() ? element + describe_object(object, slot) : part;
}

ObjectInfo Vm::object(Address address) const {
  ObjectInfo info;
  Slot slot = slot_of(address);
  if (slot == 0 || slot >= state_.objects.size() || !state_.objects[slot]) return info;
  const Object& object = *state_.objects[slot];
  info.size = object.size;
  switch (object.kind) {
    case ObjectKind::Global:
    case ObjectKind::ThreadLocal:
      info.kind = object.kind == ObjectKind::Global ? ObjectInfo::Kind::Global : ObjectInfo::Kind::ThreadLocal;
      info.global = object.global;
      info.type = program_.globals[object.global].type;
      break;
    case ObjectKind::Heap:
    case ObjectKind::Stack:
      info.kind = object.kind == ObjectKind::Heap ? ObjectInfo::Kind::Heap : ObjectInfo::Kind::Stack;
      info.made_at = object.site;
      // The memory that one line allocates through headers may have several types.
      if (const ir::Made* made = made_as(object);
          made != nullptr && (!made->name.empty() || made->loc == object.site)) {
        info.type = made->type;
        info.name = made->name;
        if (object.kind == ObjectKind::Stack) info.function = made->function;
      }
      break;
    default:
      break;
  }
  return info;
}

std::string Vm::thread_name(ThreadId t) const {
  if (t == 0) return "main";
  std::string name = "T" + std::to_string(t);
  if (t >= state_.threads.size() || !state_.threads[t]) return name;
  const ir::Function& entry = program_.functions[state_.threads[t]->entry];
  return entry.is_users() ? name + " (" + ir::name_in_words(program_, entry) + ")" : name;
}

ir::LocId Vm::created_at(ThreadId t) const {
  return t < state_.threads.size() && state_.threads[t] ? state_.threads[t]->created_at : 0;
}

std::span<const Held> Vm::held(ThreadId t) const {
  if (t >= state_.threads.size() || !state_.threads[t]) return {};
  return {state_.threads[t]->held.begin(), state_.threads[t]->held.end()};
}

std::vector<ir::LocId> Vm::stack(ThreadId t) const {
  std::vector<ir::LocId> result;
  if (t >= state_.threads.size() || !state_.threads[t]) return result;
  const Thread& thread = *state_.threads[t];
  for (uint32_t i = thread.frames.size(); i-- > 0;) {
    const ir::Function& function = program_.functions[thread.frames[i].function];
    if (function.is_users()) result.push_back(function.code[thread.frames[i].pc].loc);
  }
  return result;
}

std::vector<ThreadId> Vm::holders(Address object) const {
  std::vector<ThreadId> result;
  Slot slot = slot_of(object);
  if (slot < state_.objects.size() && state_.objects[slot] && state_.objects[slot]->kind == ObjectKind::ThreadHandle)
    return {state_.objects[slot]->owner};
  // A program may overwrite a lock that a thread holds. So the owner that the lock's first word contains must agree.
  const uint32_t owner = peek(object, 0);
  for (ThreadId t = 0; t < state_.threads.size(); ++t) {
    if (!state_.threads[t]) continue;
    const Thread& thread = *state_.threads[t];
    if (owner == 0 ? holds(thread, object, true) : owner == t + 1 && holds(thread, object, false)) result.push_back(t);
  }
  return result;
}

std::vector<Observations::Unreached> Vm::unreached() const {
  std::vector<Unreached> result;
  for (ir::FunctionId f = 0; f < program_.functions.size(); ++f) {
    const ir::Function& function = program_.functions[f];
    for (uint32_t pc = 0; pc < function.code.size(); ++pc) {
      const ir::Instr& in = function.code[pc];
      if (in.op != ir::Op::Service || static_cast<ir::ServiceOp>(in.sub) != ir::ServiceOp::Reachable ||
          reached_.count({f, pc}))
        continue;
      Unreached entry;
      entry.loc = in.loc;
      ir::Operand name = function.args[in.first_arg];
      if (name < 0) {
        Slot slot = slot_of(function_constants_[f][static_cast<size_t>(~name)].bits);
        if (slot >= kImmutable && slot - kImmutable < immutable_.size()) {
          const Object& text = *immutable_[slot - kImmutable];
          entry.name.assign(reinterpret_cast<const char*>(text.data()),
                            strnlen(reinterpret_cast<const char*>(text.data()), text.size));
        }
      }
      result.push_back(std::move(entry));
    }
  }
  return result;
}

Scopes Vm::scopes(ThreadId t) const {
  Scopes result;
  result.functions_kept = frames_kept_;
  result.blocks_kept = blocks_kept_;
  if (status(t) != ThreadStatus::Parked) return result;
  for (const Frame& frame : state_.threads[t]->frames) {
    result.functions.push_back(frame.function);
    result.pcs.push_back(frame.pc);
  }
  const Thread& thread = *state_.threads[t];
  for (const Block& block : thread.blocks) result.blocks.push_back({block.begin, {}});
  for (const BlockStep& step : thread.block_steps) result.blocks[step.block].acted.push_back(step.loc);
  return result;
}

std::string Vm::block_name(ThreadId t, size_t block) const {
  return text_at(state_.threads[t]->blocks[static_cast<uint32_t>(block)].name);
}

ControlFlow::Operation Vm::operation(const Block& block) const {
  return {text_at(block.name), block.kind == Block::Kind::WaitFree};
}

std::vector<ControlFlow::Operation> Vm::operations(ThreadId t) const {
  std::vector<Operation> result;
  if (status(t) != ThreadStatus::Parked) return result;
  for (const Block& block : state_.threads[t]->blocks)
    if (block.kind != Block::Kind::Atomic) result.push_back(operation(block));
  return result;
}

std::string Vm::text_at(Address address) const {
  Slot slot = slot_of(address);
  const Object* object = nullptr;
  if (slot >= kImmutable && slot - kImmutable < immutable_.size()) object = immutable_[slot - kImmutable].get();
  if (slot < state_.objects.size() && state_.objects[slot]) object = state_.objects[slot].get();
  std::string name;
  if (object == nullptr) return name;
  for (auto at = static_cast<uint64_t>(offset_of(address)); at < object->size && object->data()[at] != 0; ++at)
    name += static_cast<char>(object->data()[at]);
  return name;
}

}  // namespace mover::vm
