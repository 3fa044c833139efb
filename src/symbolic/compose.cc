// The variables of the model, and the composition of the threads by a scheduler (section 4.2 of [KGS06]).
#include <algorithm>

#include "ir/shape.h"
#include "symbolic/builder.h"
#include "symbolic/stubborn.h"
#include "vm/sync_layout.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;

void Builder::make_variables() {
  using Role = circuit::NamedWord::Role;
  auto add = [&](std::string name, unsigned width, uint64_t initial, Role role) {
    Variable variable;
    variable.name = std::move(name);
    variable.width = width;
    variable.initial = initial;
    variable.role = role;
    return add_variable(variable);
  };
  section_ = add("section", 8, 0, Role::Control);
  exited_ = add("exited", 1, 0, Role::Control);
  unordered_observation_ = add("observed", 1, 0, Role::Control);
  // A further value means that no thread takes a step: an execution of a formula stays in its last state for ever.
  model_.scheduled =
      circuit::input_word(c_, "scheduled", circuit::bits_for(threads_.size() + (checked_.violations_under ? 1 : 0)));
  for (ThreadIndex t = 0; t < threads_.size(); ++t) {
    ThreadState& state = threads_[t];
    const ThreadCode& code = values_.threads()[t];
    const std::string prefix = "T" + std::to_string(t) + ".";
    state.scheduled = circuit::eq(c_, model_.scheduled, t);
    state.pc = add(prefix + "pc", circuit::bits_for(model_.nodes_of_codes[t].size()),
                   t == 0 ? state.code_of[0] : kNotStarted, Role::ProgramCounter);
    state.status = add(prefix + "status", 2, 0, Role::Control);
    state.timed_out = add(prefix + "timed_out", 1, 0, Role::Data);
    state.detached = add(prefix + "detached", 1, 0, Role::Control);
    state.joined = add(prefix + "joined", 1, 0, Role::Control);
    state.depth = add(prefix + "depth", 8, 0, Role::Control);
    state.result = add(prefix + "result", 64, 0, Role::Data);
    variables_[state.result].may_be_undefined = true;
    section_accessed_.push_back(add(prefix + "section_accessed", 1, 0, Role::Control));
    state.first_reg = static_cast<VariableId>(variables_.size());
    for (const Context& context : code.contexts) {
      const ir::Function& function = program_.functions[context.function];
      std::vector<unsigned> widths(function.num_regs, 1);
      for (uint32_t i = 0; i < function.num_params; ++i) widths[i] = 64;
      for (const Instr& in : function.code) {
        const ir::Shape shape = ir::shape_of(in);
        for (uint32_t i = 0; i < shape.num_defs; ++i) {
          unsigned& width = widths[static_cast<uint32_t>(in.dst) + i];
          const bool known = !ir::is_call(in.op) && in.op != Op::Sync && in.op != Op::Service && i == 0;
          width = std::max<unsigned>(width, in.op == Op::CmpXchg && i + 1 == shape.num_defs ? 1
                                            : known ? std::min<unsigned>(shape.result.width, 64)
                                                    : 64);
        }
      }
      for (uint32_t reg = 0; reg < function.num_regs; ++reg) {
        Variable variable;
        variable.name = prefix + function.name + "%" + std::to_string(reg);
        variable.width = widths[reg];
        variable.owner = t;
        variable.reg = context.first_reg + reg;
        variable.may_be_undefined = values_.reg(t, variable.reg).maybe_undefined();
        variable.starts_undefined = context.parent == ir::kNone && variable.may_be_undefined;
        find_varying_bits(t, variable);
        add_variable(variable);
      }
    }
    share_latches(t);
  }
  if (checked_.observed != nullptr) make_observed_variables();
}

Literal Builder::at(ThreadIndex t, uint32_t code) { return circuit::eq(c_, latched(threads_[t].pc).bits, code); }

// The register that the latches of a variable hold at a cut; 0: none.
VariableId Builder::register_at(VariableId id, NodeId node) const {
  const Variable& variable = variables_[id];
  if (node == ir::kNone) return 0;
  if (variable.held.empty()) return is_live(variable.owner, node, variable.reg) ? id : 0;
  const auto found = variable.held.find(node);
  return found != variable.held.end() ? found->second : 0;
}

// The values that a variable may have after a step of thread t, each with the literal that the step ends so. Steps that
// leave the same value are one case, and `now` is that of steps that do not change the variable. At most one of the
// literals holds. In all other steps a register becomes 0: all dead registers have the same value, so that states do
// not differ in values that no thread reads.
Builder::Cases Builder::cases_of(VariableId id, ThreadIndex t, const Value& now) const {
  const Variable& variable = variables_[id];
  Cases cases;
  auto add = [&](Literal guard, const Value& value) {
    Literal& known = cases.try_emplace({fit(value.bits, variable.width), value.undefined}, kFalse).first->second;
    known = c_.disjunction(known, guard);
  };
  for (const Arrival& arrival : threads_[t].arrivals) {
    const Changes& changes = arrival.edge.changes;
    if (id == threads_[t].pc) {
      add(arrival.edge.guard, {circuit::constant_word(arrival.code, variable.width)});
    } else if (variable.owner == t) {
      const VariableId reg = register_at(id, arrival.node);
      if (reg == 0) continue;
      const Value* changed = changes.find(reg);
      if (changed == nullptr)
        add(arrival.edge.guard, now);
      else if (reg == id)
        add(arrival.edge.guard, *changed);
      else
        add(arrival.edge.guard, {varying_bits(variables_[reg], changed->bits), changed->undefined});
    } else if (const Value* changed = changes.find(id)) {
      add(arrival.edge.guard, *changed);
    }
  }
  return cases;
}

// The value of a variable after the step of the scheduled thread.
Value Builder::next_of(VariableId id) {
  const Variable variable = variables_[id];
  const Value now = latched(id);
  Value next = now;
  for (ThreadIndex t = 0; t < threads_.size(); ++t) {
    const bool is_own = variable.owner == t || id == threads_[t].pc;
    const Cases cases = cases_of(id, t, now);
    if (cases.empty() && !is_own) continue;
    Value after{circuit::constant_word(0, variable.width)};
    auto add = [&](Literal guard, const Word& bits, Literal undefined) {
      for (unsigned i = 0; i < variable.width; ++i) after.bits[i] = either(after.bits[i], both(guard, bits[i]));
      after.undefined = either(after.undefined, both(guard, undefined));
    };
    Literal changed = kFalse;
    for (const auto& [value, guard] : cases) {
      changed = either(changed, guard);
      add(guard, value.first, value.second);
    }
    if (!is_own) add(circuit::negate(changed), now.bits, now.undefined);
    next = select(threads_[t].scheduled, after, next);
  }
  if (!variable.may_be_undefined && next.undefined != kFalse)
    throw Unsupported("the points-to analysis takes " + variable.name + " to be defined always", 0);
  return next;
}

void Builder::set_next_values() {
  // A variable gets its latches when it is first read. If only its own next-state function would read it, it has none.
  for (VariableId id = 1; id < variables_.size(); ++id) {
    if (!variables_[id].latches) continue;
    const Value next = next_of(id);
    const Value now = *variables_[id].latches;
    circuit::set_next(c_, now.bits, next.bits);
    if (variables_[id].may_be_undefined) c_.set_next(now.undefined, next.undefined);
  }
}

void Builder::name_words() {
  for (VariableId id = 1; id < variables_.size(); ++id) {
    const Variable& variable = variables_[id];
    if (!variable.latches) continue;
    const bool is_byte = variable.name.find('#') != std::string::npos;
    if (!is_byte) c_.name_word(variable.name, variable.latches->bits, variable.role);
  }
  for (const auto& [place, bytes] : words_) {
    const auto& [object, offset] = place;
    Word word;
    for (unsigned i = 0; i < bytes && offset + i < bytes_[object].size(); ++i) {
      const VariableId id = bytes_[object][offset + i];
      if (id == 0 || !variables_[id].latches) break;
      word.insert(word.end(), variables_[id].latches->bits.begin(), variables_[id].latches->bits.end());
    }
    if (word.size() == 8 * bytes) c_.name_word(values_.objects()[object].name + "+" + std::to_string(offset), word);
  }
  for (ObjectId id = 1; id < values_.objects().size(); ++id) {
    if (!holds_sync_[id]) continue;
    for (const auto& [offset, kind] : sync_positions(id)) {
      Word owner;
      for (unsigned i = 0; i < 4 && offset + i < bytes_[id].size(); ++i) {
        const VariableId byte = bytes_[id][offset + i];
        if (byte == 0 || !variables_[byte].latches) break;
        owner.insert(owner.end(), variables_[byte].latches->bits.begin(), variables_[byte].latches->bits.end());
      }
      if (owner.size() == 32)
        c_.name_word(values_.objects()[id].name + ".owner", owner, circuit::NamedWord::Role::Control);
    }
  }
}

// The threads among which the scheduler chooses: all enabled threads, or those that the reduction selects among them.
std::vector<Literal> Builder::explored_threads() {
  return has_stubborn_sets(reduction_) ? stubborn_threads() : enabled_;
}

Literal Builder::holds(ThreadIndex t, const LockName& lock) {
  Word owner;
  for (uint64_t i = 0; i < 4; ++i) {
    const Word byte = latched(byte_variable(lock.object, lock.offset + vm::sync_words::kOwner + i)).bits;
    owner.insert(owner.end(), byte.begin(), byte.end());
  }
  const bool may_be_copy = overwritten_[lock.object];
  const Literal is_copy = may_be_copy ? latched_flag(copied_variable(lock.object, lock.offset)) : kFalse;
  return both(circuit::eq(c_, owner, t + 1), circuit::negate(is_copy));
}

std::vector<Literal> Builder::stubborn_threads() {
  using On = ThreadState::Blocked::On;
  const auto count = static_cast<ThreadIndex>(threads_.size());
  SchedulingState state;
  state.enabled = enabled_;
  state.program_counters = model_.program_counters;
  state.waits.assign(count, kFalse);
  state.enables.assign(count, std::vector<Literal>(count, kFalse));
  state.in_section = circuit::any_bit(c_, latched(section_).bits);
  state.holds = [this](ThreadIndex t, const LockName& lock) { return holds(t, lock); };
  for (ThreadIndex t = 0; t < count; ++t) {
    state.not_started.push_back(at(t, kNotStarted));
    state.creators.push_back(values_.threads()[t].creator);
    for (const ThreadState::Blocked& blocked : threads_[t].blocked) {
      Literal rest = blocked.guard;
      for (ThreadIndex other = 0; other < count && blocked.on != On::Other; ++other) {
        const Literal awaited =
            blocked.on == On::Lock ? circuit::eq(c_, blocked.owner, other + 1) : blocked.awaited[other];
        state.enables[t][other] = either(state.enables[t][other], both(blocked.guard, awaited));
        rest = both(rest, circuit::negate(awaited));
      }
      state.waits[t] = either(state.waits[t], rest);
    }
  }
  StubbornSets sets = stubborn_sets(c_, footprints(), state, reduction_ != Reduction::PersistentSets, rules_);
  model_.stubborn = std::move(sets.members);
  return sets.chosen;
}

void Builder::compose() {
  Literal over = latched_flag(exited_);
  std::vector<Literal> can_step;
  for (ThreadIndex t = 0; t < threads_.size(); ++t) {
    for (uint32_t code : {kFailed, kFaulted, kBounded, kUnguarded})
      if (code != kBounded || checked_.bound) over = either(over, at(t, code));
    can_step.push_back(both(threads_[t].has_step, circuit::negate(threads_[t].disabled)));
  }
  enabled_.clear();
  for (ThreadIndex t = 0; t < threads_.size(); ++t) {
    // While a thread that is in an atomic section can take a step, or was stopped there by a false assumption, the
    // others cannot.
    Literal excluded = over;
    for (ThreadIndex holder = 0; holder < threads_.size(); ++holder)
      if (holder != t)
        excluded = either(excluded, both(circuit::eq(c_, latched(section_).bits, holder + 1),
                                         either(can_step[holder], at(holder, kDiscarded))));
    enabled_.push_back(both(can_step[t], circuit::negate(excluded)));
    model_.program_counters.push_back(latched(threads_[t].pc).bits);
  }
  over_ = over;
  model_.is_explicit_state = circuit::negate(over);
  if (!is_visible(0, 0))
    model_.is_explicit_state = both(model_.is_explicit_state, circuit::negate(at(0, threads_[0].code_of[0])));
  if (checked_.violations_under) {
    add_violations(can_step);
    model_.enabled = model_.explored = enabled_;
    set_next_values();
    name_words();
    return mark_control();
  }
  add_properties();
  Literal steps = kFalse;
  const std::vector<Literal> explored = explored_threads();
  model_.enabled = enabled_;
  model_.explored = explored;
  for (ThreadIndex t = 0; t < threads_.size(); ++t) steps = either(steps, both(threads_[t].scheduled, explored[t]));
  Literal bad = kFalse;
  for (const circuit::Bad& one : c_.bads()) bad = either(bad, one.literal);
  c_.constrain(either(steps, bad));
  for (Literal constraint : constraints_) c_.constrain(either(constraint, bad));
  set_next_values();
  name_words();
  mark_control();
}

}  // namespace mover::symbolic
