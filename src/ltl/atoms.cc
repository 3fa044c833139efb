#include "ltl/atoms.h"

#include <algorithm>

#include "ltl/resolve.h"

namespace mover::ltl {

std::variant<Atoms, std::string> Atoms::resolve(const std::vector<Expression>& expressions,
                                                const ir::Program& program) {
  Atoms result;
  Resolver resolver(program, result.inspected_);
  try {
    for (const Expression& expression : expressions) result.atoms_.push_back(resolver.value(expression));
  } catch (const SyntaxError& error) {
    return "column " + std::to_string(error.column) + ": " + error.message;
  }
  return result;
}

// Whether the lvalue has the same address in all states.
static bool has_fixed_address(const Typed& lvalue) {
  using Kind = Typed::Kind;
  if (lvalue.kind == Kind::Global) return true;
  const bool is_part = lvalue.kind == Kind::Offset || lvalue.kind == Kind::Element;
  return is_part && has_fixed_address(lvalue.operands[0]) &&
         (lvalue.kind == Kind::Offset || lvalue.operands[1].kind == Kind::Constant);
}

uint64_t Atoms::values(const Machine& machine) const {
  uint64_t values = 0;
  for (size_t i = 0; i < atoms_.size(); ++i)
    if (value_of(atoms_[i], machine).value_or(0) != 0) values |= 1ull << i;
  return values;
}

bool Atoms::is_visible(const Machine& machine, ThreadId thread, const Action& action) const {
  return std::any_of(atoms_.begin(), atoms_.end(),
                     [&](const Typed& atom) { return may_change(atom, machine, thread, action); });
}

bool Atoms::may_change(const Typed& e, const Machine& machine, ThreadId thread, const Action& action) const {
  using Kind = Typed::Kind;
  const bool own_step = !e.thread || *e.thread == thread;
  // Any step may change which threads are enabled: its thread may afterwards be parked at a disabled action, and the
  // end of an atomic section, which is not an action, enables other threads.
  if (e.kind == Kind::Enabled) return true;
  if (e.kind == Kind::Holds && own_step && action.kind == ActionKind::Sync) return true;
  if (e.kind == Kind::At && own_step) return true;
  // The lifetime of a thread's variable begins and ends with steps of the thread itself, or with a synchronisation by
  // another thread, such as the creation of the thread.
  if ((e.kind == Kind::Local || e.kind == Kind::ThreadLocal) && (own_step || action.kind == ActionKind::Sync))
    return true;
  if (e.kind == Kind::Load || e.kind == Kind::Holds) {
    const bool is_fixed = has_fixed_address(e.operands[0]);
    const Address address = is_fixed ? address_of(e.operands[0], machine).value_or(0) : 0;
    bool overlaps = false;
    auto check = [&](const Access& access) {
      const bool changes = access.write || access.conditional || access.scope;
      overlaps |= changes && (!is_fixed || (access.address < address + 8 && address < access.address + access.size));
    };
    for (const Access& access : action.accesses) check(access);
    for_each_object_access(action, check);
    if (overlaps) return true;
  }
  return std::any_of(e.operands.begin(), e.operands.end(),
                     [&](const Typed& operand) { return may_change(operand, machine, thread, action); });
}

}  // namespace mover::ltl
