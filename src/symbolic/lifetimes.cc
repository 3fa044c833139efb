// Objects that begin and end: locals and blocks of the heap.
#include <algorithm>

#include "symbolic/builder.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;

// Whether the address of a local may still be somewhere once its function has returned.
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

void Builder::make_fresh(ObjectId id, Literal condition, bool zeroed) {
  const MemoryObject& object = values_.objects()[id];
  order_.forget_object(id, condition);
  for (uint64_t i = 0; i < object.size; ++i) {
    const VariableId variable = byte_variable(id, i);
    const Value fresh{circuit::constant_word(0, 8), zeroed || !may_hold_undefined_[id] ? kFalse : kTrue};
    write(variable, select(condition, fresh, read(variable)));
  }
  set_flag(alive_variable(id), either(condition, flag(alive_variable(id))));
}

void Builder::execute_allocation(bool zeroed) {
  const Instr& in = instr();
  const bool is_local = in.op == Op::Alloca;
  const AbstractValue size = is_local ? abstract_operand(in.a) : abstract_argument(0);
  const Value bytes = is_local ? operand(in.a, 64) : argument(0, 64);
  const std::vector<ObjectId> blocks = values_.blocks(thread_, node_);
  if (blocks.empty() || size.numbers().size() != 1)
    return bound("an allocation of a number of bytes that is not constant (not modelled)");
  if (!is_local && setting_.malloc_may_fail) return bound("--malloc-may-fail (not modelled)");
  if (!is_local && in.num_args > 1) {
    const AbstractValue alignment = abstract_argument(1);
    if (!alignment.pointers().empty()) return bound("realloc (not modelled)");
  }
  end_if(either(bytes.undefined, circuit::negate(circuit::eq(c_, bytes.bits, size.numbers()[0]))), BadKind::Bound,
         "an allocation of a number of bytes that is not constant (not modelled)");
  auto allocated = [&](ObjectId id) {
    if (allocated_[id] == 0) {
      Variable variable;
      variable.name = "allocated#" + std::to_string(id);
      variable.width = 1;
      allocated_[id] = add_variable(variable);
    }
    return allocated_[id];
  };
  if (is_local) {
    const ObjectId id = blocks[0];
    if (values_.repeats(thread_, node_)) {
      if (escapes(id)) {
        end_if(flag(allocated(id)), BadKind::Bound, "a local begins again while its old address may still be used");
        set_flag(allocated(id), kTrue);
      }
      make_fresh(id, kTrue, false);
    }
    set_flag(alive_variable(id), kTrue);
    return set(in.dst, {circuit::constant_word(address_of(id), 64)});
  }
  Literal rest = kTrue;  // none of the blocks before this one is free
  Word address = circuit::constant_word(0, 64);
  std::vector<Hit> made;
  for (ObjectId id : blocks) {
    const Literal taken = both(rest, circuit::negate(flag(allocated(id))));
    made.push_back({id, 0, taken});
    rest = both(rest, flag(allocated(id)));
    set_flag(alive_variable(id), either(taken, flag(alive_variable(id))));
    set_flag(allocated(id), either(taken, flag(allocated(id))));
    address = circuit::ite(c_, taken, circuit::constant_word(address_of(id), 64), address);
  }
  end_if(rest, BadKind::Bound,
         "more than " + std::to_string(blocks.size()) + " blocks of the heap allocated at one place", true);
  order_.plain_access(made, 0, true, in_section());
  set(in.dst, {address});
}

void Builder::execute_free() {
  const Value pointer = argument(0, 64);
  end_if(pointer.undefined, BadKind::Memory, "frees a pointer that may be uninitialised");
  const Literal null = circuit::eq(c_, pointer.bits, 0);
  Literal any = null, ended = kFalse, used = kFalse;
  std::vector<Hit> hits;
  for (const auto& [id, offsets] : abstract_argument(0).pointers()) {
    if (values_.objects()[id].kind != MemoryObject::Kind::Heap) continue;
    const Literal hit = circuit::eq(c_, pointer.bits, address_of(id));
    any = either(any, hit);
    ended = either(ended, both(hit, circuit::negate(flag(alive_variable(id)))));
    used = either(used, both(hit, in_use(id)));
    hits.push_back({id, 0, hit});
  }
  end_if(circuit::negate(any), BadKind::Memory, "frees what is not a block of the heap");
  end_if(ended, BadKind::Memory, "frees memory a second time");
  end_if(used, BadKind::Memory, "frees memory with a synchronisation object in it that is in use");
  pend(hits, 0, true, kFalse);
  order_.plain_access(hits, 0, true, kFalse);
  for (const Hit& hit : hits) {
    const VariableId alive = alive_variable(hit.object);
    set_flag(alive, both(flag(alive), circuit::negate(hit.guard)));
  }
}

void Builder::execute_scope(bool ends) {
  const Instr& in = instr();
  const Value address = argument(0, 64);
  for (const auto& [id, offsets] : abstract_argument(0).pointers()) {
    const MemoryObject& object = values_.objects()[id];
    if (object.kind != MemoryObject::Kind::Local) continue;
    const Literal hit = circuit::eq(c_, address.bits, address_of(id));
    const VariableId alive = alive_variable(id);
    if (ends) {
      assume_guarded({{id, 0, hit}}, 0, false);
      end_if(both(hit, in_use(id)), BadKind::Memory, "ends the lifetime of a synchronisation object that is in use");
      set_flag(alive, both(flag(alive), circuit::negate(hit)));
    } else if (values_.repeats(thread_, node_)) {
      const Literal begins = both(hit, circuit::negate(flag(alive)));
      if (escapes(id) || address_is_kept(id))
        end_if(begins, BadKind::Bound, "a local begins again while its old address may still be used");
      make_fresh(id, begins, false);
    }
  }
  if (!ends) set(in.dst, address);
}

void Builder::end_of_locals(ContextId context) {
  const ThreadCode& code = values_.threads()[thread_];
  // Where the process ends, a lock that it has left locked harms no thread.
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
