// The rules with numbers as words, for the engines that execute programs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sync/rules.h"

namespace mover::sync {

struct Numbers {
  using Word = uint32_t;
  using Bool = bool;
  static Word select(Bool condition, Word yes, Word no) { return condition ? yes : no; }
};

// The view of an operation of thread t on the object. Data about other threads is computed only if the rules of the
// operation need it. `engine` has the functions
//   mutex()        the state of the mutex of a condition wait
//   waiters(), waiters_with_other_mutex()  the number of waiters of the condition, and of those with another mutex
//   retaking()     the number of threads that wait on a condition with this mutex, or reacquire it
//   writers()      the number of writers that wait for this readers-writer lock
//   reads_held()   the number of times that t holds the read side of this lock
template <typename Engine>
View<Numbers> view_of(ir::SyncOp op, uint32_t t, const Object<uint32_t>& object, const Engine& engine) {
  using ir::SyncOp;
  View<Numbers> view;
  view.object = object;
  view.me = t + 1;
  switch (op) {
    case SyncOp::CondWait:
    case SyncOp::CondTimedWait:
      view.mutex = engine.mutex();
      view.other_mutex = engine.waiters_with_other_mutex();
      break;
    case SyncOp::CondDestroy:
      view.waiters = engine.waiters();
      break;
    case SyncOp::MutexDestroy:
      view.retaken_by = engine.retaking();
      break;
    case SyncOp::RwUnlock:
      view.read_held = engine.reads_held();
      break;
    case SyncOp::RwRdLock:
    case SyncOp::RwTryRdLock:
    case SyncOp::RwTimedRdLock:
      if (object.kind == kPrefersWriters) view.queued = engine.writers();
      break;
    default:
      break;
  }
  return view;
}

// Calls found(rule, effect) for the first rule whose guard holds.
template <typename Found>
void find_rule(ir::SyncOp op, Phase phase, const View<Numbers>& view, Found found) {
  bool done = false;
  Rules<Numbers>::of(op, phase, view, [&](const Rule& rule, bool guard, auto effect) {
    if (done || !guard) return;
    done = true;
    found(rule, effect);
  });
}

// The rule that applies, and the new states of the object and of the mutex.
struct Applied {
  Rule rule;
  Object<uint32_t> object, mutex;
};

inline Applied apply(ir::SyncOp op, Phase phase, const View<Numbers>& view) {
  Applied result{{}, view.object, view.mutex};
  find_rule(op, phase, view, [&](const Rule& rule, auto effect) {
    result.rule = rule;
    effect(result.object, result.mutex);
  });
  return result;
}

inline bool is_enabled(ir::SyncOp op, Phase phase, const View<Numbers>& view) {
  bool enabled = true;
  find_rule(op, phase, view, [&](const Rule& rule, auto) { enabled = rule.outcome != Outcome::Blocks; });
  return enabled;
}

// The message of a rule that fails. name("object") returns the text for the placeholder {object} of Rule::failure.
template <typename Name>
std::string message_of(const Rule& rule, Name name) {
  std::string_view text = rule.failure;
  std::string message;
  bool names_something = false;
  for (size_t begin; (begin = text.find('{')) != text.npos;) {
    const size_t end = text.find('}', begin);
    message += text.substr(0, begin);
    message += name(text.substr(begin + 1, end - begin - 1));
    text.remove_prefix(end + 1);
    names_something = true;
  }
  message += text;
  if (names_something) return message;
  const std::string object = name("object");
  return object.empty() ? message : message + ": " + object;
}

// The same if the objects have no names.
inline std::string message_of(const Rule& rule) {
  return message_of(rule, [](std::string_view) { return std::string(); });
}

}  // namespace mover::sync
