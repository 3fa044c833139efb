// A list of all fields of Thread. It says for each field how backtracking restores it, and whether it is part of the
// state. If a field of Thread is missing in the list, this file does not compile.
#pragma once

#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "scheduling/thread.h"

namespace mover::runtime {

enum class Restored : uint8_t {
  WithRecord,  // Thread::will_change saves it, as it is declared before Thread::saved_in
  ByItself,    // its type writes to the trail: Trailed, Clock, SpinLoop
  AtCreation,  // World::create saves the whole record, and the field changes at no other time
  Never,       // it is written before it is read, or the trail itself uses it
};

enum class Compared : uint8_t {
  Always,
  IfCreated,  // if the thread has been created
  IfRunning,  // if the thread has been created and has not ended
  WithTime,   // if the thread has been created and some thread reads a clock
  ByCaller,   // other code compares it: clocks by the order of accesses, locks by their number
  Never,      // it follows from other fields, counts steps, or serves reports
};

template <auto kMember, Restored kRestored, Compared kCompared>
struct ThreadField {
  static constexpr auto member = kMember;
  static constexpr Restored restored = kRestored;
  static constexpr Compared compared = kCompared;
};

using ThreadFields = std::tuple<ThreadField<&Thread::context, Restored::WithRecord, Compared::IfCreated>,
                                ThreadField<&Thread::life, Restored::WithRecord, Compared::Always>,
                                ThreadField<&Thread::detached, Restored::WithRecord, Compared::Always>,
                                ThreadField<&Thread::joined, Restored::WithRecord, Compared::Always>,
                                ThreadField<&Thread::timed, Restored::WithRecord, Compared::IfCreated>,
                                ThreadField<&Thread::timed_out, Restored::WithRecord, Compared::IfCreated>,
                                ThreadField<&Thread::wants_large_stack, Restored::WithRecord, Compared::Always>,
                                ThreadField<&Thread::choice, Restored::WithRecord, Compared::Never>,
                                ThreadField<&Thread::operation, Restored::WithRecord, Compared::IfRunning>,
                                ThreadField<&Thread::wait_object, Restored::WithRecord, Compared::IfCreated>,
                                ThreadField<&Thread::wait_mutex, Restored::WithRecord, Compared::IfCreated>,
                                ThreadField<&Thread::atomic_depth, Restored::WithRecord, Compared::IfCreated>,
                                ThreadField<&Thread::num_children, Restored::WithRecord, Compared::IfCreated>,
                                ThreadField<&Thread::num_held, Restored::WithRecord, Compared::ByCaller>,
                                ThreadField<&Thread::steps, Restored::WithRecord, Compared::Never>,
                                ThreadField<&Thread::free_numbers, Restored::WithRecord, Compared::IfCreated>,
                                ThreadField<&Thread::saved_in, Restored::Never, Compared::Never>,
                                ThreadField<&Thread::held_saved_in, Restored::Never, Compared::Never>,
                                ThreadField<&Thread::result, Restored::Never, Compared::Never>,
                                ThreadField<&Thread::accesses, Restored::Never, Compared::Never>,
                                ThreadField<&Thread::spin_loop, Restored::ByItself, Compared::Never>,
                                ThreadField<&Thread::clock, Restored::ByItself, Compared::ByCaller>,
                                ThreadField<&Thread::random, Restored::ByItself, Compared::IfCreated>,
                                ThreadField<&Thread::wall_reader, Restored::ByItself, Compared::WithTime>,
                                ThreadField<&Thread::processor_reader, Restored::ByItself, Compared::WithTime>,
                                ThreadField<&Thread::name, Restored::ByItself, Compared::IfCreated>,
                                ThreadField<&Thread::fault, Restored::ByItself, Compared::IfCreated>,
                                ThreadField<&Thread::cleanup, Restored::ByItself, Compared::IfCreated>,
                                ThreadField<&Thread::destructors, Restored::ByItself, Compared::IfCreated>,
                                ThreadField<&Thread::specific, Restored::ByItself, Compared::IfCreated>,
                                ThreadField<&Thread::returned, Restored::ByItself, Compared::IfCreated>,
                                ThreadField<&Thread::outer_place, Restored::ByItself, Compared::IfCreated>,
                                ThreadField<&Thread::has_released, Restored::ByItself, Compared::ByCaller>,
                                ThreadField<&Thread::has_to_acquire, Restored::ByItself, Compared::ByCaller>,
                                ThreadField<&Thread::to_acquire, Restored::ByItself, Compared::ByCaller>,
                                ThreadField<&Thread::released, Restored::ByItself, Compared::ByCaller>,
                                ThreadField<&Thread::start, Restored::AtCreation, Compared::IfCreated>,
                                ThreadField<&Thread::argument, Restored::AtCreation, Compared::IfCreated>,
                                ThreadField<&Thread::created_at, Restored::AtCreation, Compared::Never>,
                                ThreadField<&Thread::held, Restored::AtCreation, Compared::ByCaller>,
                                ThreadField<&Thread::stack_then, Restored::AtCreation, Compared::Never>>;

template <typename Function>
constexpr void for_each_thread_field(Function function) {
  std::apply([&](auto... field) { (function(field), ...); }, ThreadFields{});
}

// Has as many names as Thread has fields; with any other number, it does not compile.
constexpr auto all_fields(const Thread& thread) {
  const auto& [a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, c1, c2, c3, c4, c5, c6,
               c7, c8, c9, c10, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, e1] = thread;
  return std::tie(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, c1, c2, c3, c4, c5,
                  c6, c7, c8, c9, c10, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, e1);
}
static_assert(std::tuple_size_v<decltype(all_fields(std::declval<const Thread&>()))> == std::tuple_size_v<ThreadFields>,
              "ThreadFields has every field of Thread");

// Appends the part of the state that the thread's record contains, without vector clocks. `with_time`: some thread
// reads a clock.
void put_thread(std::string& to, const Thread& thread, bool with_time);

}  // namespace mover::runtime
