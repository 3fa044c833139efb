#include "trace/words.h"

#include "support/check.h"

namespace mover {

namespace {

std::string access_in_words(const Machine& machine, const Action& action) {
  if (action.object != 0) return "uses " + machine.description().describe(action.object, 1);
  std::string text;
  for (const Access& access : action.accesses) {
    if (!text.empty()) text += " and ";
    text += access.scope ? "begins or ends the lifetime of " : access.write ? "writes " : "reads ";
    text += machine.description().describe(access.address, access.size);
  }
  return text.empty() ? "accesses memory" : text;
}

}  // namespace

const char* verb_of(ir::SyncOp op) {
  using ir::SyncOp;
  // clang-format off
  switch (op) {
    case SyncOp::MutexInit: case SyncOp::CondInit: case SyncOp::RwInit: case SyncOp::SpinInit: case SyncOp::SemInit:
    case SyncOp::BarrierInit: return "initialises";
    case SyncOp::MutexDestroy: case SyncOp::CondDestroy: case SyncOp::RwDestroy: case SyncOp::SpinDestroy:
    case SyncOp::SemDestroy: case SyncOp::BarrierDestroy: return "destroys";
    case SyncOp::MutexLock: case SyncOp::SpinLock: return "locks";
    case SyncOp::MutexTryLock: case SyncOp::SpinTryLock: case SyncOp::MutexTimedLock: return "tries to lock";
    case SyncOp::RwRdLock: return "locks for reading";
    case SyncOp::RwWrLock: return "locks for writing";
    case SyncOp::RwTryRdLock: case SyncOp::RwTimedRdLock: return "tries to lock for reading";
    case SyncOp::RwTryWrLock: case SyncOp::RwTimedWrLock: return "tries to lock for writing";
    case SyncOp::MutexUnlock: case SyncOp::RwUnlock: case SyncOp::SpinUnlock: return "unlocks";
    case SyncOp::CondWait: case SyncOp::CondTimedWait: return "waits on";
    case SyncOp::CondSignal: return "signals";
    case SyncOp::CondBroadcast: return "broadcasts";
    case SyncOp::SemWait: return "takes";
    case SyncOp::SemTryWait: case SyncOp::SemTimedWait: return "tries to take";
    case SyncOp::SemPost: return "posts";
    case SyncOp::SemGetValue: return "reads the value of";
    case SyncOp::BarrierWait: return "waits at";
    case SyncOp::OnceBegin: return "begins";
    case SyncOp::OnceEnd: return "finishes";
    case SyncOp::ThreadCreate: return "creates a thread";
    case SyncOp::ThreadJoin: return "joins";
    case SyncOp::ThreadDetach: return "detaches";
    case SyncOp::ThreadExit: return "ends";
    case SyncOp::Yield: return "yields";
    case SyncOp::WordWait: case SyncOp::WordTimedWait: case SyncOp::WordAwait: return "waits on";
    case SyncOp::WordWake: return "wakes threads that wait on";
    case SyncOp::AtomicBegin: return "begins an atomic section";
    case SyncOp::AtomicEnd: return "ends an atomic section";
  }
  // clang-format on
  MOVER_UNREACHABLE("every synchronisation action has a verb");
}

std::string alternative_in_words(const Action& action, uint32_t choice) {
  switch (action.alternatives) {
    case Alternatives::MemoryOrNull:
      if (choice + 1 == action.choices) return "the allocation fails and returns a null pointer";
      [[fallthrough]];
    case Alternatives::Memory:
      return choice == 0 ? "allocates memory" : "gets the address of an ended object to which a pointer still exists";
    case Alternatives::WeakExchange:
      return choice == 1 ? "fails spuriously" : "";
    case Alternatives::EndOfWait: {
      const bool is_timed = action.sync == ir::SyncOp::CondTimedWait || action.sync == ir::SyncOp::WordTimedWait;
      return is_timed && choice == 0 ? "times out" : "wakes up spuriously";
    }
    case Alternatives::Decision:
      if (action.choices == 2)
        return choice == 0 ? "an uninitialised value decides: yes" : "an uninitialised value decides: no";
      return "an uninitialised value decides: alternative " + std::to_string(choice) + " of " +
             std::to_string(action.choices);
    case Alternatives::Crash:
      return choice == 1 ? "the process crashes here" : "";
    case Alternatives::Loss:
      return choice == 1 ? "the datagram is lost" : "";
    case Alternatives::Overtaking:
      return choice == 0 ? "" : "takes number " + std::to_string(choice + 1) + " of " + std::to_string(action.choices);
    case Alternatives::Values:
      break;
  }
  if (action.kind == ActionKind::Sync && action.sync == ir::SyncOp::ThreadCreate && choice != 0)
    return "the new thread gets the pthread_t of an ended thread";
  if (action.kind != ActionKind::Choice) return "";
  return "chooses " + std::to_string(choice) + " of " + std::to_string(action.choices);
}

std::string action_in_words(const Machine& machine, ThreadId t, uint32_t choice) {
  Action action = machine.pending(t);
  switch (action.kind) {
    case ActionKind::Start:
      return "starts";
    case ActionKind::Access: {
      const std::string how = alternative_in_words(action, choice);
      return access_in_words(machine, action) + (how.empty() ? "" : ", and " + how);
    }
    case ActionKind::Free:
      return "frees " + (action.accesses.empty()
                             ? std::string("memory")
                             : machine.description().describe(action.accesses[0].address, action.accesses[0].size));
    case ActionKind::Fence:
      return "executes a fence";
    case ActionKind::Choice:
      return alternative_in_words(action, choice);
    case ActionKind::Exit:
      return "ends the program";
    case ActionKind::Declare:
      return "declares an exclusive access predicate";
    case ActionKind::Local:
      return "computes";
    case ActionKind::Sync:
      break;
  }
  if (action.alternatives == Alternatives::EndOfWait)
    return alternative_in_words(action, choice) + " from " + sync_object_name(machine, action.object);
  std::string text = verb_of(action.sync);
  bool names_thread = action.sync == ir::SyncOp::ThreadJoin || action.sync == ir::SyncOp::ThreadDetach;
  if (names_thread) {
    std::vector<ThreadId> awaited = machine.holders(action.object);
    return text + " " + (awaited.empty() ? "a thread" : machine.description().thread_name(awaited.front()));
  }
  bool has_object =
      action.object != 0 && action.sync != ir::SyncOp::ThreadCreate && action.sync != ir::SyncOp::ThreadExit;
  if (has_object) text += " " + sync_object_name(machine, action.object);
  if (action.sync == ir::SyncOp::ThreadCreate)
    return choice == 0 ? text : text + ", which gets the pthread_t of an ended thread";
  if (action.choices > 1) text += " (" + std::to_string(choice + 1) + " of " + std::to_string(action.choices) + ")";
  return text;
}

std::string sync_object_name(const Machine& machine, Address object) {
  std::string name = machine.description().describe(object, 1);
  return name.substr(0, name.find(".__"));  // m.__data.__lock
}

std::string value_in_words(const Machine& machine, uint64_t value, uint64_t size) {
  constexpr uint64_t kLarge = 1 << 30;  // the name of the largest part that begins there
  if (machine.description().looks_like_address(value, size)) return "&" + machine.description().describe(value, kLarge);
  if (size == 0 || size > 8) return "";
  unsigned shift = static_cast<unsigned>(64 - 8 * size);
  int64_t as_signed = static_cast<int64_t>(value << shift) >> shift;
  // The type is not known here. A bit pattern that would be a small negative number is probably one.
  bool negative = as_signed < 0 && as_signed > -1'000'000;
  return negative && size > 1 ? std::to_string(as_signed) : std::to_string(value << shift >> shift);
}

}  // namespace mover
