// The latches of registers and locals. Every inlined call has registers of its own, but few of them are live at one
// time, so registers that are never live at the same cut share latches, as in register allocation by graph colouring.
// The program counter tells which register the latches hold.
#include <algorithm>

#include "symbolic/builder.h"

namespace mover::symbolic {

namespace {

// Registers of about the same size share latches.
unsigned size_class(unsigned bits) {
  unsigned size = 1;
  while (size < bits) size *= 2;
  return size;
}

// All values that the register may have, as far as the analysis can tell; empty if they are too many.
std::vector<uint64_t> values_of(const AbstractValue& value) {
  constexpr uint64_t kMost = 64;
  if (value.has_any_number()) return {};
  std::vector<uint64_t> result = value.numbers();
  for (const auto& [object, offsets] : value.pointers()) {
    if (!offsets.is_bounded() || offsets.more + result.size() > kMost) return {};
    for (uint64_t k = 0; k <= offsets.more; ++k)
      result.push_back(address_of(object, static_cast<uint64_t>(offsets.first) + k * offsets.stride));
  }
  return result;
}

}  // namespace

// Finds the bits that are the same in all values of a register. They need no latches; that the analysis is right is
// checked where the register is set. The registers of a thread's first function are set by other threads, too, and
// keep all bits.
void Builder::find_varying_bits(ThreadIndex t, Variable& variable) const {
  if (is_first_function(t, variable.reg)) return;
  const std::vector<uint64_t> all = values_of(values_.reg(t, variable.reg));
  if (all.empty()) return;
  variable.varying = 0;
  for (uint64_t value : all) variable.varying |= value ^ all[0];
  variable.fixed = all[0] & ~variable.varying;
}

bool Builder::is_first_function(ThreadIndex t, uint32_t reg) const {
  return reg < program_.functions[values_.threads()[t].contexts[0].function].num_regs;
}

// The bits of a register that the latches hold.
Word Builder::varying_bits(const Variable& variable, const Word& bits) const {
  Word result;
  for (unsigned i = 0; i < variable.width && i < bits.size(); ++i)
    if ((variable.varying >> i & 1) != 0) result.push_back(bits[i]);
  return result;
}

// The value of a register whose varying bits are these.
Word Builder::with_fixed_bits(const Variable& variable, const Word& varying) const {
  Word result;
  unsigned next = 0;
  for (unsigned i = 0; i < variable.width; ++i)
    result.push_back((variable.varying >> i & 1) != 0 ? varying[next++] : circuit::constant(variable.fixed >> i & 1));
  return result;
}

bool Builder::needs_latches(const Variable& register_) const {
  return register_.varying != 0 || register_.may_be_undefined;
}

// The registers that are live at a node, as numbers of registers of the thread.
std::vector<uint32_t> Builder::live_registers(ThreadIndex t, NodeId node) const {
  const ThreadCode& code = values_.threads()[t];
  std::vector<uint32_t> result;
  ContextId id = code.context_of[node];
  uint32_t pc = code.pc_of(node);
  for (bool innermost = true; id != ir::kNone; innermost = false) {
    const Context& context = code.contexts[id];
    const analysis::Liveness& live = liveness(context.function);
    for (uint32_t reg : innermost ? live.live_at(pc) : live.live_across_call(pc))
      result.push_back(context.first_reg + reg);
    pc = context.call_pc;
    id = context.parent;
  }
  return result;
}

// Whether a local shares latches with others. This requires that neither another thread nor an atom accesses the local,
// and that no pointer to it remains when its function has returned. Then its bytes matter only while the function is
// active.
bool Builder::shares_latches(ObjectId id) const {
  constexpr uint64_t kLargest = 256;
  const MemoryObject& object = values_.objects()[id];
  return object.kind == MemoryObject::Kind::Local && object.size <= kLargest && !object.has_variable_size &&
         !shared_[id] && !observed_[id] && !holds_sync_[id] &&
         values_.instr(object.thread, object.node).op == ir::Op::Alloca &&
         values_.blocks(object.thread, object.node).size() == 1 && !escapes(id);
}

bool Builder::is_active(ThreadIndex t, NodeId node, ContextId context) const {
  const ThreadCode& code = values_.threads()[t];
  ContextId id = code.context_of[node];
  while (id != ir::kNone && id != context) id = code.contexts[id].parent;
  return id == context;
}

// The registers of a thread's first function share no latches.
void Builder::share_latches(ThreadIndex t) {
  ThreadState& state = threads_[t];
  // By kind: the variables of this kind, each with the indices of the cuts at which it is live.
  std::map<std::pair<uint64_t, unsigned>, std::map<VariableId, std::vector<uint32_t>>> kinds;
  for (uint32_t i = 0; i < state.cuts.size(); ++i)
    for (uint32_t reg : live_registers(t, state.cuts[i])) {
      const Variable& variable = variables_[state.first_reg + reg];
      if (is_first_function(t, reg) || !needs_latches(variable)) continue;
      const uint64_t kind = is_address(state.first_reg + reg) ? 1 : 0;  // mark_control() distinguishes them
      kinds[{kind, size_class(varying_count(variable))}][state.first_reg + reg].push_back(i);
    }
  for (ObjectId object = 1; object < values_.objects().size(); ++object) {
    const MemoryObject& memory = values_.objects()[object];
    if (memory.thread != t || !shares_latches(object)) continue;
    std::vector<uint32_t> cuts;
    for (uint32_t i = 0; i < state.cuts.size(); ++i)
      if (is_active(t, state.cuts[i], values_.threads()[t].context_of[memory.node])) cuts.push_back(i);
    for (uint64_t offset = 0; offset < memory.size; ++offset) {
      const VariableId id = byte_variable(object, offset);
      variables_[id].owner = t;
      variables_[id].home = values_.threads()[t].context_of[memory.node];
      if (!cuts.empty()) kinds[{2 + offset % 8, 8}][id] = cuts;
    }
  }
  for (const auto& [kind, variables] : kinds) share_latches(t, variables);
}

// Gives each variable latches. Variables that are never live at the same cut share latches.
void Builder::share_latches(ThreadIndex t, const std::map<VariableId, std::vector<uint32_t>>& live_at) {
  const ThreadState& state = threads_[t];
  // Variables that have latches, and the variable whose value each of them has, by cut.
  std::vector<std::pair<VariableId, std::vector<VariableId>>> stores;
  for (const auto& [id, live] : live_at) {
    const std::vector<uint32_t>& cuts = live;
    auto store = std::find_if(stores.begin(), stores.end(), [&](const auto& one) {
      return std::all_of(cuts.begin(), cuts.end(), [&](uint32_t cut) { return one.second[cut] == 0; });
    });
    if (store == stores.end()) {
      Variable variable;
      variable.name = "T" + std::to_string(t) + ".store" + std::to_string(variables_.size());
      variable.owner = t;
      variable.width = 1;
      stores.push_back({add_variable(variable), std::vector<VariableId>(state.cuts.size(), 0)});
      store = stores.end() - 1;
    }
    Variable& shared = variables_[store->first];
    shared.width = std::max(shared.width, varying_count(variables_[id]));
    shared.may_be_undefined |= variables_[id].may_be_undefined;
    variables_[id].store = store->first;
    for (uint32_t cut : cuts) store->second[cut] = id;
  }
  for (const auto& [id, held] : stores) {
    std::set<VariableId> all;
    for (uint32_t i = 0; i < held.size(); ++i) {
      if (held[i] == 0) continue;
      variables_[id].held.emplace(state.cuts[i], held[i]);
      all.insert(held[i]);
    }
    if (all.size() == 1) variables_[id].name = variables_[*all.begin()].name;
  }
}

unsigned Builder::varying_count(const Variable& variable) const {
  return static_cast<unsigned>(varying_bits(variable, Word(variable.width, kFalse)).size());
}

// Gives a register a value, and checks the bits that are fixed.
void Builder::set_register(uint32_t reg, Value value) {
  const VariableId id = threads_[thread_].first_reg + reg;
  const uint64_t varying = variables_[id].varying, fixed = variables_[id].fixed;
  const auto width = std::max(variables_[id].width, static_cast<unsigned>(value.bits.size()));
  value = resized(value, width);
  const Word undefined = undefined_bits(value, width);
  Literal differs = kFalse;
  for (unsigned i = 0; i < value.bits.size() && i < variables_[id].width; ++i) {
    if ((varying >> i & 1) != 0) continue;
    const Literal expected = circuit::constant((fixed >> i & 1) != 0);
    differs = either(differs, both(c_.exclusive_or(value.bits[i], expected), circuit::negate(undefined[i])));
    value.bits[i] = expected;
  }
  end_if(differs, BadKind::Bound, "a register has another value than the points-to analysis has found");
  write(id, std::move(value));
}

}  // namespace mover::symbolic
