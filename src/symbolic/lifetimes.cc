// The lifetimes of locals and of blocks of the heap.
#include <algorithm>

#include "symbolic/builder.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;

// Whether a copy of the address of a local may exist after its function has returned.
bool Builder::escapes(ObjectId id) const {
  if (escapes_[id]) return *escapes_[id];
  const MemoryObject& object = values_.objects()[id];
  const ThreadCode& code = values_.threads()[object.thread];
  const ContextId home = code.context_of[object.node];
  auto is_inside = [&](ContextId context) {
    while (context != ir::kNone && context != home) context = code.contexts[context].parent;
    return context == home;
  };
  auto found = [&] {
    for (ObjectId holder = 1; holder < values_.objects().size(); ++holder) {
      const MemoryObject& memory = values_.objects()[holder];
      if (!memory.is_memory() || !values_.may_hold_address_of(holder, id)) continue;
      if (memory.kind != MemoryObject::Kind::Local || memory.thread != object.thread ||
          !is_inside(code.context_of[memory.node]))
        return true;
    }
    for (ThreadIndex t = 0; t < values_.threads().size(); ++t)
      for (ContextId context = 0; context < values_.threads()[t].contexts.size(); ++context) {
        if (t == object.thread && is_inside(context)) continue;
        const Context& frame = values_.threads()[t].contexts[context];
        for (uint32_t reg = 0; reg < program_.functions[frame.function].num_regs; ++reg)
          for (const auto& [target, offsets] : values_.reg(t, frame.first_reg + reg).pointers())
            if (target == id) return true;
      }
    return false;
  };
  escapes_[id] = found();
  return *escapes_[id];
}

bool Builder::address_is_kept(ObjectId id) const {
  const MemoryObject& object = values_.objects()[id];
  for (ObjectId holder = 1; holder < values_.objects().size(); ++holder)
    if (values_.objects()[holder].is_memory() && values_.may_hold_address_of(holder, id)) return true;
  const ThreadCode& code = values_.threads()[object.thread];
  const Context& home = code.contexts[code.context_of[node_]];
  const Instr& in = values_.instr(thread_, node_);
  const ir::Operand declared = values_.function(thread_, node_).args[in.first_arg];
  for (uint32_t reg = 0; reg < code.num_regs; ++reg) {
    const bool is_own = reg == home.first_reg + static_cast<uint32_t>(std::max(declared, 0)) ||
                        (in.dst >= 0 && reg == home.first_reg + static_cast<uint32_t>(in.dst));
    if (is_own || !is_live(thread_, node_, reg)) continue;
    for (const auto& [target, offsets] : values_.reg(thread_, reg).pointers())
      if (target == id) return true;
  }
  return false;
}

// If the condition holds, begins a new lifetime of the object: it is alive, and its bytes are zeros or undefined.
void Builder::make_fresh(ObjectId id, Literal condition, bool zeroed) {
  const MemoryObject& object = values_.objects()[id];
  order_.reset_object(id, condition);
  for (uint64_t i = 0; i < object.size; ++i) {
    const VariableId variable = byte_variable(id, i);
    const Word zero = circuit::constant_word(0, 8);
    const bool is_set = zeroed || !may_hold_undefined_[id];
    write(variable, select(condition, is_set ? Value{zero} : any_undefined(8, zero), read(variable)));
  }
  set_flag(alive_variable(id), either(condition, flag(alive_variable(id))));
}

VariableId Builder::allocated_variable(ObjectId id) { return flag_variable(allocated_, "allocated", id); }

// The variable with the number of bytes of an object whose size is not constant.
VariableId Builder::size_variable(ObjectId id) {
  VariableId& known = sizes_[id];
  if (known == 0) {
    Variable variable;
    variable.name = "size#" + std::to_string(id);
    variable.width = kSizeWidth;
    known = add_variable(variable);
  }
  return known;
}

Word Builder::size_of(ObjectId id) {
  const MemoryObject& object = values_.objects()[id];
  return object.has_variable_size ? read(size_variable(id)).bits : circuit::constant_word(object.size, kSizeWidth);
}

// If the condition holds, allocates the first of the objects that was not allocated before. If all of them were, the
// execution reaches a bound of the model.
std::vector<Target> Builder::take_unused(const std::vector<ObjectId>& objects, Literal condition,
                                         const std::string& what) {
  std::vector<Target> result;
  Literal rest = condition;  // `condition` holds, and all objects before this one are used
  for (ObjectId id : objects) {
    const Literal used = flag(allocated_variable(id)), taken = both(rest, circuit::negate(used));
    rest = both(rest, used);
    set_flag(alive_variable(id), either(taken, flag(alive_variable(id))));
    set_flag(allocated_variable(id), either(taken, used));
    result.push_back({id, 0, taken});
  }
  end_if(rest, BadKind::Bound, "more than " + std::to_string(objects.size()) + " " + what, true);
  return result;
}

void Builder::set_sizes(const std::vector<Target>& objects, const Value& bytes) {
  const uint64_t most = values_.objects()[objects[0].object].size;
  end_if(bytes.undefined, BadKind::Memory, "allocates a number of bytes that may be uninitialised");
  end_if(circuit::ugt(c_, bytes.bits, circuit::constant_word(most, 64)), BadKind::Bound,
         "an allocation of more than " + std::to_string(most) + " bytes (not modelled)");
  for (const Target& target : objects) {
    if (!values_.objects()[target.object].has_variable_size) {
      end_if(both(target.guard, circuit::negate(circuit::eq(c_, bytes.bits, most))), BadKind::Bound,
             "an allocation of another size than the points-to analysis has found");
      continue;
    }
    const VariableId size = size_variable(target.object);
    write(size, {circuit::ite(c_, target.guard, circuit::extract(bytes.bits, 0, kSizeWidth), read(size).bits)});
  }
}

Word Builder::address_of_one(const std::vector<Target>& objects) {
  Word address = circuit::constant_word(0, 64);
  for (const Target& target : objects)
    address = circuit::ite(c_, target.guard, circuit::constant_word(address_of(target.object), 64), address);
  return address;
}

void Builder::execute_alloca() {
  const Instr& in = instr();
  const std::vector<ObjectId> objects = values_.blocks(thread_, node_);
  if (objects.empty()) return bound("an allocation of an unknown number of bytes (not modelled)");
  std::vector<Target> made{{objects[0], 0, kTrue}};
  if (!values_.repeats(thread_, node_) && !shares_latches(objects[0]))
    set_flag(alive_variable(objects[0]), kTrue);
  else if (std::any_of(objects.begin(), objects.end(), [&](ObjectId id) { return escapes(id); }))
    made = take_unused(objects, kTrue, "instances of a local whose old address may still be used");
  else
    make_fresh(objects[0], kTrue, false);
  set_flag(allocated_variable(objects[0]), kTrue);  // a later scope may need another instance
  set_sizes(made, operand(in.a, 64));
  set(in.dst, {address_of_one(made)});
}

// A block that realloc resizes in place is not modelled. The program can distinguish it from a new block only by
// comparisons with the address of the old block, which has ended.
void Builder::execute_allocation() {
  const std::vector<ObjectId> blocks = values_.blocks(thread_, node_);
  if (blocks.empty()) return bound("an allocation of an unknown number of bytes (not modelled)");
  Literal succeeds = kTrue;
  if (setting_.malloc_may_fail) {
    const Word fails = circuit::input_word(c_, "failure at " + node_name(thread_, node_), 1);
    model_.chosen[{thread_, node_}] = fails;
    succeeds = circuit::negate(fails[0]);
  }
  const std::vector<Target> made = take_unused(blocks, succeeds, "blocks of the heap allocated at one place");
  set_sizes(made, argument(0, 64));
  order_.plain_access(made, 0, true, in_section());
  set(instr().dst, {address_of_one(made)});
}

void Builder::execute_free() {
  const Value pointer = argument(0, 64);
  end_if(pointer.undefined, BadKind::Memory, "frees a pointer that may be uninitialised");
  const Literal null = circuit::eq(c_, pointer.bits, 0);
  Literal any = null, ended = kFalse, used = kFalse;
  std::vector<Target> targets;
  for (const auto& [id, offsets] : abstract_argument(0).pointers()) {
    if (values_.objects()[id].kind != MemoryObject::Kind::Heap) continue;
    const Literal is_it = circuit::eq(c_, pointer.bits, address_of(id));
    any = either(any, is_it);
    ended = either(ended, both(is_it, circuit::negate(flag(alive_variable(id)))));
    used = either(used, both(is_it, in_use(id)));
    targets.push_back({id, 0, is_it});
  }
  end_if(circuit::negate(any), BadKind::Memory, "frees what is not a block of the heap");
  end_if(ended, BadKind::Memory, "frees memory a second time");
  end_if(used, BadKind::Memory, "frees memory with a synchronisation object in it that is in use");
  register_access(targets, 0, true, kFalse);
  order_.plain_access(targets, 0, true, kFalse);
  for (const Target& target : targets) {
    const VariableId alive = alive_variable(target.object);
    set_flag(alive, both(flag(alive), circuit::negate(target.guard)));
  }
}

// The beginning or the end of the lifetime of a local. If the old address may still be used, the local begins again
// with another instance.
void Builder::execute_scope(bool ends) {
  const Instr& in = instr();
  const Value address = argument(0, 64);
  Word result = address.bits;
  for (const auto& [id, offsets] : abstract_argument(0).pointers()) {
    const MemoryObject& object = values_.objects()[id];
    if (object.kind != MemoryObject::Kind::Local) continue;
    const Literal is_it = circuit::eq(c_, address.bits, address_of(id));
    const VariableId alive = alive_variable(id);
    if (ends) {
      assume_guarded({{id, 0, is_it}}, 0, false);
      end_if(both(is_it, in_use(id)), BadKind::Memory, "ends the lifetime of a synchronisation object that is in use");
      set_flag(alive, both(flag(alive), circuit::negate(is_it)));
    } else if (values_.repeats(thread_, node_)) {
      const Literal begins = both(is_it, circuit::negate(flag(alive)));
      if (in.dst < 0 || !(escapes(id) || address_is_kept(id))) {
        make_fresh(id, begins, false);
        continue;
      }
      for (const Target& fresh : take_unused(values_.blocks(object.thread, object.node), begins,
                                             "instances of a local whose old address may still be used")) {
        if (object.has_variable_size)
          write(size_variable(fresh.object),
                {circuit::ite(c_, fresh.guard, size_of(id), read(size_variable(fresh.object)).bits)});
        result = circuit::ite(c_, fresh.guard, circuit::constant_word(address_of(fresh.object), 64), result);
      }
    }
  }
  if (!ends) set(in.dst, {result, address.undefined});
}

// Ends the lifetimes of all locals of a function.
void Builder::end_of_locals(ContextId context) {
  const ThreadCode& code = values_.threads()[thread_];
  // At the end of the process, a lock that is still held is no error, because no thread can wait for it any more.
  const bool ends_process = thread_ == 0 && code.contexts[context].depth == 1;
  for (ObjectId id = 1; id < values_.objects().size(); ++id) {
    const MemoryObject& object = values_.objects()[id];
    if (object.kind != MemoryObject::Kind::Local || object.thread != thread_) continue;
    if (code.context_of[object.node] != context) continue;
    assume_guarded({{id, 0, flag(alive_variable(id))}}, 0, false);
    if (!ends_process)
      end_if(both(flag(alive_variable(id)), in_use(id)), BadKind::Memory,
             "ends the lifetime of a synchronisation object that is in use");
    set_flag(alive_variable(id), kFalse);
  }
}

}  // namespace mover::symbolic
