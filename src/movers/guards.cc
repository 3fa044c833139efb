// The log of accesses and actions.
#include "movers/guards.h"

#include <algorithm>

namespace mover {

namespace {

using ir::SyncOp;

bool acquires_or_releases(const Action& action) {
  if (action.kind != ActionKind::Sync) return false;
  switch (action.sync) {
    case SyncOp::MutexLock:
    case SyncOp::MutexTryLock:
    case SyncOp::MutexTimedLock:
    case SyncOp::MutexUnlock:
    case SyncOp::RwRdLock:
    case SyncOp::RwWrLock:
    case SyncOp::RwTryRdLock:
    case SyncOp::RwTryWrLock:
    case SyncOp::RwTimedRdLock:
    case SyncOp::RwTimedWrLock:
    case SyncOp::RwUnlock:
    case SyncOp::SpinLock:
    case SyncOp::SpinTryLock:
    case SyncOp::SpinUnlock:
      return true;
    default:
      return false;
  }
}

// Whether the thread waits on a condition and has released the mutex. Such an action is not logged, so that a function
// that waits still counts as holding the mutex throughout.
bool is_waiting(const Machine& machine, ThreadId t, const Action& action) {
  if (action.kind != ActionKind::Sync || action.mutex == 0) return false;
  const std::span<const Held> held = machine.held(t);
  return std::none_of(held.begin(), held.end(), [&](const Held& h) { return h.object == action.mutex; });
}

}  // namespace

std::vector<ir::FunctionId> GuardLog::callers(const Machine& machine, ThreadId t) const {
  std::vector<ir::FunctionId> functions = machine.text().scopes(t).functions;
  std::erase_if(functions, [&](ir::FunctionId f) { return !machine.program().functions[f].is_users(); });
  return functions;
}

// Stores descriptions of the thread's locks and of the accessed object (0: none), because these objects may not exist
// any more when the search ends.
void GuardLog::describe(const Machine& machine, ThreadId t, Address accessed) {
  auto add = [&](Address address) {
    auto [known, fresh] = objects_.try_emplace(machine.names().name(address).object);
    if (fresh) known->second.info = machine.description().object(address);
  };
  if (accessed != 0) add(accessed);
  for (const Held& h : machine.held(t)) add(h.object);
  if (!threads_.count(t)) threads_[t] = machine.description().thread_name(t);
}

void GuardLog::access(const Machine& machine, ThreadId t, const Action& action, const Access& access, LocksetId any,
                      LocksetId exclusive) {
  const AddressName name = machine.names().name(access.address);
  const std::vector<ir::FunctionId> functions = callers(machine, t);
  describe(machine, t, access.address);
  Object& object = objects_[name.object];
  object.sites[{name.offset, access.size}].insert({action.loc, functions.empty() ? ir::kNone : functions.back(), t,
                                                   access.write || access.conditional, access.atomic, any, exclusive});
  for (ir::FunctionId f : functions) functions_[f].accessed.insert({name.object, name.offset, access.size});
}

void GuardLog::action(const Machine& machine, ThreadId t, const Action& action, LocksetId any, LocksetId exclusive) {
  if (is_waiting(machine, t, action)) return;
  describe(machine, t, 0);
  const AddressName lock = acquires_or_releases(action) ? machine.names().name(action.object) : AddressName{};
  for (ir::FunctionId f : callers(machine, t)) {
    Function& function = functions_[f];
    function.any = locksets_.meet(function.any, any);
    function.exclusive = locksets_.meet(function.exclusive, exclusive);
    if (lock.object != 0) function.acquired.insert({lock.object, lock.offset});
  }
}

}  // namespace mover
