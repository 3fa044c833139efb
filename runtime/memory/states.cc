#include "memory/states.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "memory/locals.h"
#include "memory/memory.h"
#include "memory/shadow.h"
#include "scheduling/thread_fields.h"
#include "scheduling/virtual_time.h"
#include "scheduling/world.h"

namespace mover::runtime {

namespace {

template <typename... T>
void put(std::string& to, const T&... values) {
  (to.append(reinterpret_cast<const char*>(&values), sizeof values), ...);
}

template <typename T>
std::string_view bytes_of(const T& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof values[0]};
}

void put_objects(std::string& to) {
  for (const SyncObject* object : world.objects()) {
    if (object->kind == SyncObject::Kind::None) continue;
    put(to, object->address, object->kind, object->words, object->widest_access, object->is_copy);
    if (world.reads_time)
      put(to, object->clock.wall, object->clock.processor, object->readers.wall, object->readers.processor);
  }
}

bool is_active(const Thread& thread) {
  return thread.life != Life::Absent && thread.life != Life::Ended && thread.life != Life::Discarded;
}

// The accesses that a later one can still race with, and the threads and objects that they happen-before. Clock values
// grow with the execution, so each time is replaced by its rank among the times of such accesses by the same thread.
class OrderOfPast {
 public:
  explicit OrderOfPast(uint32_t width) : width_(width), times_(width) {
    shadow.for_each_shared([&](uint64_t word, const Recorded& record) {
      for (uint32_t t = 0; t < width_; ++t) {
        if (!is_active(world.thread(t)) || world.thread(t).clock.at[record.thread] >= record.time) continue;
        accesses_.push_back({word, record});
        times_[record.thread].push_back(record.time);
        return;
      }
    });
    for (std::vector<uint32_t>& times : times_) {
      std::sort(times.begin(), times.end());
      times.erase(std::unique(times.begin(), times.end()), times.end());
    }
  }

  void put_to(std::string& to) {
    if (accesses_.empty()) return;
    std::vector<std::array<uint64_t, 3>> rows;
    for (const auto& [word, r] : accesses_)
      rows.push_back({word,
                      uint64_t{rank(r.thread, r.time)} << 32 | uint64_t{r.thread} << 16 | uint64_t{r.bytes} << 8 |
                          (r.write ? 4u : 0u) | (r.atomic ? 2u : 0u) | (r.visible ? 1u : 0u),
                      r.location});
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    put(to, rows.size());
    to += bytes_of(rows);
    for (uint32_t t = 0; t < width_; ++t) {
      const Thread& thread = world.thread(t);
      if (thread.life == Life::Absent || thread.joined) continue;
      put_clock(to, t, thread.clock);
      if (thread.has_to_acquire) put_clock(to, t + kMostThreads, thread.to_acquire);
      if (thread.has_released) put_clock(to, t + 2 * kMostThreads, thread.released);
    }
    for (const SyncObject* object : world.objects()) {
      if (object->kind == SyncObject::Kind::None) continue;
      put_clock(to, object->address, object->clock);
      if (object->kind == SyncObject::Kind::RwLock) put_clock(to, ~object->address, object->readers);
    }
  }

 private:
  uint32_t rank(uint32_t thread, uint32_t time) const {
    const std::vector<uint32_t>& times = times_[thread];
    return static_cast<uint32_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
  }
  void put_clock(std::string& to, uint64_t whose, const Clock& clock) const {
    for (uint32_t t = 0; t < width_; ++t)
      if (const uint32_t known = rank(t, clock.at[t]); known != 0) put(to, whose, t, known);
  }

  const uint32_t width_;
  struct At {
    uint64_t word;
    Recorded record;
  };
  std::vector<At> accesses_;
  std::vector<std::vector<uint32_t>> times_;
};

}  // namespace

// Bytes before `from` are not in use and count as zero. A page is interned as a chunk of smaller chunks, because few of
// these change in most pages.
uint32_t States::chunk_of(ChunkSink& sink, uint64_t page, const uint8_t* bytes, uint32_t from) {
  std::unique_ptr<Image>& image = images_[page];
  const bool is_new = image == nullptr;
  if (is_new) image = std::make_unique<Image>();
  bool changed = is_new;
  for (uint32_t piece = 0; piece < kPieces; ++piece) {
    uint8_t* known = image->bytes + piece * kPiece;
    const uint32_t unused = std::clamp(from, piece * kPiece, (piece + 1) * kPiece) - piece * kPiece;
    static constexpr uint8_t kNothing[kPiece] = {};
    const uint8_t* now = bytes + piece * kPiece;
    if (!is_new && std::memcmp(known, kNothing, unused) == 0 &&
        std::memcmp(known + unused, now + unused, kPiece - unused) == 0)
      continue;
    std::memset(known, 0, unused);
    std::memcpy(known + unused, now + unused, kPiece - unused);
    image->pieces[piece] = sink.intern({reinterpret_cast<const char*>(known), kPiece});
    changed = true;
  }
  if (changed) image->chunk = sink.intern(bytes_of(image->pieces));
  return image->chunk;
}

void States::canonical(ChunkSink& sink, std::vector<uint32_t>& tuple) {
  tuple.clear();
  const uint32_t width = world.num_threads();
  std::string scratch;
  world.put_rest(scratch);
  put_keys(scratch);
  put_exit_handlers(scratch);
  put_signals(scratch);
  put_wake_ups(scratch);
  put_unset(scratch);
  put(scratch, place_of_strtok);
  tuple.push_back(sink.intern(scratch));
  scratch.clear();
  if (world.reads_time)
    for (uint32_t t = 0; t < world.num_threads(); ++t) put(scratch, latest_times[t]);
  put_objects(scratch);
  tuple.push_back(sink.intern(scratch));
  scratch.clear();
  if (world.matching) OrderOfPast(width).put_to(scratch);
  tuple.push_back(sink.intern(scratch));
  for (uint32_t t = 0; t < width; ++t) {
    scratch.clear();
    put_thread(scratch, world.thread(t), world.reads_time);
    if (const uint64_t used = world.used_stack(t); used >= world.thread_memory[t].stack_begin)
      locals.put(t, used, scratch);
    tuple.push_back(sink.intern(scratch));
  }
  for (uint32_t t = 0; t < width; ++t) {
    const uint64_t used = world.used_stack(t);
    if (used < world.thread_memory[t].stack_begin) continue;  // it has no stack, or runs on other memory of the program
    for (uint64_t page = used & ~(kPageSize - 1); page < world.thread_memory[t].stack_end; page += kPageSize)
      tuple.push_back(chunk_of(sink, page, reinterpret_cast<const uint8_t*>(page),
                               page < used ? static_cast<uint32_t>(used - page) : 0));
  }
  // A state that was stored before a page was first written does not list that page. So trailing pages with their
  // initial contents are left out, and equal states have equal tuples.
  size_t number = 0, needed = tuple.size();
  memory.for_each_written_page([&](uint64_t page, const uint8_t* at_first) {
    if (number == initial_.size()) initial_.push_back(chunk_of(sink, page, at_first, 0));
    tuple.push_back(chunk_of(sink, page, reinterpret_cast<const uint8_t*>(page), 0));
    if (tuple.back() != initial_[number++]) needed = tuple.size();
  });
  tuple.resize(needed);
}

}  // namespace mover::runtime
