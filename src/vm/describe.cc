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
  switch (object.kind) {
    case ObjectKind::Global:
      return program_.globals[object.global].name;
    case ObjectKind::ThreadLocal:
      return program_.globals[object.global].name + " of " + thread_name(object.owner);
    case ObjectKind::Function:
      return function_name(object.global) + "()";
    case ObjectKind::ThreadHandle:
      return "the handle of " + thread_name(object.owner);
    case ObjectKind::Argument:
      return "argv";
    case ObjectKind::Stack:
      return "a local variable" + (object.site ? " (" + describe_loc(object.site) + ")" : std::string());
    case ObjectKind::Heap: {
      std::string text = "the memory allocated at " + describe_loc(object.site);
      if (object.ended_at != 0) text += " (freed at " + describe_loc(object.ended_at) + ")";
      return text;
    }
  }
  return "object " + std::to_string(slot);
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
  if (object.kind == ObjectKind::Global || object.kind == ObjectKind::ThreadLocal)
    return name + ir::path_within(program_, program_.globals[object.global].type, offset, size);
  if (const std::string part = part_of_object(object, address, size); !part.empty())
    return part + (object.kind == ObjectKind::Heap ? " of " : ", ") + name;
  return offset == 0 ? name : name + ", byte " + std::to_string(offset);
}

// The name of the bytes in the source: "node.next" of memory that was allocated for a node, "items[3].key" of a local;
// empty if they have none.
std::string Vm::part_of_object(const Object& object, Address address, uint64_t size) const {
  if ((object.kind != ObjectKind::Heap && object.kind != ObjectKind::Stack) || !object.alive) return "";
  const ObjectInfo info = this->object(address);
  const ir::DebugType& type = program_.types[info.type];
  auto offset = static_cast<uint64_t>(offset_of(address));
  if (object.kind == ObjectKind::Stack)
    return info.name.empty() ? "" : info.name + ir::path_within(program_, info.type, offset, size);
  if (info.type == 0 || type.size == 0 || type.name.empty() || offset >= object.size) return "";
  std::string path = ir::path_within(program_, info.type, offset % type.size, size);
  if (object.size >= 2 * type.size) path = "[" + std::to_string(offset / type.size) + "]" + path;
  return path.empty() || path.starts_with(" ") ? "" : type.name + path;
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
      for (const ir::Made& made : program_.made)
        if (made.loc == object.site) info.type = made.type, info.name = made.name;
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
