#include "scheduling/thread_fields.h"

namespace mover::runtime {

namespace {

// The type must not have padding: its bytes would distinguish equal states.
template <typename T>
  requires std::has_unique_object_representations_v<T>
void put(std::string& to, const T& value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <typename... T>
void put_all(std::string& to, const T&... values) {
  (put(to, values), ...);
}

void put(std::string& to, const Context& context) { put(to, context.stack_pointer); }

void put(std::string& to, const Access& access) {
  put_all(to, access.address, access.size, access.write, access.atomic);
}

void put(std::string& to, const Operation& operation) {
  const auto& [kind, sync, fails_as, is_limit, crashes, compares, choices, alternatives, loc, access, object, mutex,
               argument, message, call, on_word, is_recorded, in_left_frame] = operation;
  put_all(to, kind, sync, fails_as, is_limit, crashes, compares, choices, alternatives, loc, object, mutex, argument,
          message, call, on_word, is_recorded, in_left_frame);
  put(to, access);
}

void put(std::string& to, const mover_clock_reader& reader) {
  const auto& [seen, place, idle, jumps, still, passed, phases, places, passed_at] = reader;
  put_all(to, seen, place, idle, jumps, still, passed, phases, places, passed_at);
}

void put(std::string& to, const Fault& fault) {
  const auto& [kind, message, loc] = fault;
  put_all(to, kind, message, loc);
}

template <typename T>
void put(std::string& to, const Trailed<T>& value) {
  put(to, value.get());
}

// Appends only keys with a value, as most have none.
void put(std::string& to, const Trailed<void*> (&specific)[kMostKeys]) {
  for (uint32_t key = 0; key < kMostKeys; ++key)
    if (specific[key] != nullptr) put_all(to, key, specific[key].get());
  put(to, kMostKeys);
}

bool is_compared(Compared compared, Life life, bool with_time) {
  if (compared == Compared::Always) return true;
  if (life == Life::Absent) return false;
  if (compared == Compared::IfRunning) return life != Life::Ended;
  return compared != Compared::WithTime || with_time;
}

}  // namespace

void put_thread(std::string& to, const Thread& thread, bool with_time) {
  for_each_thread_field([&](auto field) {
    if constexpr (field.compared != Compared::ByCaller && field.compared != Compared::Never)
      if (is_compared(field.compared, thread.life, with_time)) put(to, thread.*field.member);
  });
  if (thread.life == Life::Absent) return;
  if (with_time) put_all(to, thread.clock.wall, thread.clock.processor);
  put(to, thread.num_held);
  for (uint32_t i = 0; i < thread.num_held; ++i) put_all(to, thread.held[i].object, thread.held[i].shared);
}

}  // namespace mover::runtime
