#include "channels/channels.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <cstring>

#include "base/per_process.h"
#include "base/private_memory.h"
#include "channels/file_system.h"
#include "native/protocol.h"

namespace mover::runtime {

DescriptorTable* descriptors = nullptr;
SocketNames* socket_names = nullptr;

namespace {

// Each thread has an arena of its own, so that addresses do not depend on the schedule.
constexpr uint64_t kArena = uint64_t{4} << 30;
uint8_t* arenas = nullptr;
uint64_t used[kMostThreads];

}  // namespace

void open_channels() {
  arenas = static_cast<uint8_t*>(reserve(kArena * kMostThreads));
  open_file_system();
  descriptors = new DescriptorTable;
  descriptors->numbers.what = "the table of descriptors";
  socket_names = new SocketNames;
  socket_names->what = "the names of sockets";
  for (Slot& slot : descriptors->slots) slot.what = "a descriptor";
}

void* undoable_memory(uint64_t bytes) {
  world.cannot_compare();
  const uint32_t t = world.current_number();
  const uint64_t begin = used[t];
  if (begin + bytes >= kArena - 64)
    world.cannot_follow("a thread writes more than 4 GiB to pipes and sockets", world.current().operation.loc);
  trail.set(used[t], (begin + bytes + 63) & ~63ull);
  return arenas + t * kArena + begin;
}

// Calls.

__attribute__((noinline)) void wipe_stack() {
  volatile uint64_t below[128];
  for (volatile uint64_t& word : below) word = 0;
}

bool call_is_enabled(const Call& call, WaitsFor& why) { return call.can_be_done(why) || !call.waits(); }

void touches_of(const Call& call, std::vector<Access>& all) {
  const size_t first = all.size();
  call.touches(all);
  WaitsFor ignored = WaitsFor::Nothing;
  if (call.can_be_done(ignored)) return;
  for (size_t i = first; i < all.size(); ++i)
    if (all[i].write) all[i].write = call.waits(), all[i].conditional = !call.waits();
}

void* room_for_call() {
  static uint8_t* rooms = static_cast<uint8_t*>(reserve(kMostThreads * kLargestCall));
  uint8_t* room = rooms + world.current_number() * kLargestCall;
  trail.save(room, kLargestCall);
  return room;
}

const void* kept_for_call(const void* bytes, uint64_t size) { return std::memcpy(undoable_memory(size), bytes, size); }

void park_at_call(const Call& call, ir::LocId loc) {
  Operation operation;
  operation.kind = ActionKind::Access;
  operation.call = &call;
  operation.loc = loc;
  world.act(operation);
}

void changed(Channel& channel) {
  trail.set(channel.version, channel.version + 1);
  world.made_progress(world.current());
}

void record_reads_only(const Call& call) {
  std::vector<Access> all;
  call.touches(all);
  for (const Access& access : all) world.record_read(access.address, access.size);
}

// Descriptors.

FileDescription* new_description(const char* what, int flags, ir::LocId loc) {
  FileDescription* description = undoable<FileDescription>(what, loc);
  description->flags = flags;
  return description;
}

bool FileDescription::is_datagram() const { return is_socket && type == SOCK_DGRAM; }

int lowest_free(int from) {
  for (int fd = from; is_ours(fd); ++fd)
    if (slot_of(fd).description == nullptr) return fd;
  return -1;
}

DescriptorTable* copy_descriptors() {
  auto* copy = new (undoable_memory(sizeof(DescriptorTable))) DescriptorTable;
  copy->numbers.what = descriptors->numbers.what;
  for (int i = 0; i < kMostDescriptors; ++i) {
    const Slot& slot = descriptors->slots[i];
    copy->slots[i].what = slot.what;
    if (slot.description == nullptr) continue;
    copy->slots[i].made_at = slot.made_at;
    copy->slots[i].description = slot.description;
    copy->slots[i].past = new (undoable_memory(sizeof(Slot::Past))) Slot::Past{nullptr, slot.description};
    trail.set(slot.description->references, slot.description->references + 1);
  }
  return copy;
}

void Open::touches(std::vector<Access>& all) const {
  touch(all, &descriptors->numbers, true);
  int fd = lowest_free(from);
  for (int i = 0; i < count && fd >= 0; ++i, fd = lowest_free(fd + 1)) touch(all, &slot_of(fd), true);
}

// Descriptors of the simulation begin with kFirstDescriptor, so a new one never has the number of a standard stream. If
// the program has closed one, or may have closed it in another interleaving, the kernel would return its number.
MOVER_PER_PROCESS static Trailed<bool> standard_is_closed;
static bool closed_among_threads, opened_among_threads;  // in any execution

static void check_numbers(ir::LocId loc) {
  if (standard_is_closed || (closed_among_threads && opened_among_threads))
    world.not_covered("the program closes a standard stream (descriptor 0, 1 or 2) and opens a descriptor at " +
                      native::loc_mark(loc) + ", which would have its number; the simulation returns another number");
}

void closes_standard_stream(ir::LocId loc) {
  standard_is_closed = true;
  closed_among_threads |= !world.alone();
  if (closed_among_threads && opened_among_threads) check_numbers(loc);
  world.cannot_compare();
}

void open_at(int fd, FileDescription* description) {
  opened_among_threads |= !world.alone();
  check_numbers(description->made_at);
  Slot& slot = slot_of(fd);
  trail.set(slot.description, description);
  trail.set(slot.past, new (undoable_memory(sizeof(Slot::Past))) Slot::Past{slot.past, description});
  trail.set(slot.made_at, description->made_at);
  trail.set(description->references, description->references + 1);
  changed(slot);
  changed(descriptors->numbers);
}

static void leave(Queue* queue, uint32_t& ends) {
  if (ends == 0) return;  // the connection was shut down
  trail.set(ends, ends - 1);
  world.release(world.current_number(), queue->closed);
  changed(*queue);
}

// Reports incomplete coverage if another thread is blocked on the descriptor that is about to be closed. On Linux, a
// wait that has begun continues, and a call that begins afterwards fails with EBADF; only the failure is simulated.
static void report_blocked_on(const Slot& slot) {
  std::vector<Access> all;
  for (uint32_t t = 0; t < world.num_threads(); ++t) {
    const Thread& thread = world.thread(t);
    WaitsFor ignored = WaitsFor::Nothing;
    if (world.process_of_thread(t) != world.current_process()) continue;
    if (thread.life != Life::Parked || thread.operation.call == nullptr || t == world.current_number()) continue;
    if (call_is_enabled(*thread.operation.call, ignored)) continue;
    all.clear();
    thread.operation.call->touches(all);
    for (const Access& access : all)
      if (access.address == slot.address())
        world.not_covered(
            "a descriptor is closed while another thread is blocked on it; the blocked call was assumed to fail then");
  }
}

void close_at(int fd) {
  Slot& slot = slot_of(fd);
  report_blocked_on(slot);
  FileDescription* description = slot.description;
  trail.set(slot.description, nullptr);
  trail.set(slot.closed_by, world.current_number());
  changed(slot);
  changed(descriptors->numbers);
  trail.set(description->references, description->references - 1);
  if (description->references != 0) {  // closing this descriptor also happens-before the end of the file
    for (Queue* queue : {description->in, description->out})
      if (queue != nullptr) world.release(world.current_number(), queue->closed);
    return;
  }
  unlock(*description);
  if (description->in != nullptr) leave(description->in, description->in->readers);
  if (description->out != nullptr) leave(description->out, description->out->writers);
  if (description->name != nullptr) unbind(description->name);
  if (description->listener == nullptr) return;
  for (Connection* c = description->listener->first; c != nullptr; c = c->next) {  // no thread can accept these now
    leave(c->in, c->in->readers);
    leave(c->out, c->out->writers);
  }
  trail.set(description->listener->first, nullptr);
  changed(*description->listener);
}

// Closing a descriptor changes nothing that other threads observe, unless no other descriptor refers to its
// description.
void touch_closing(int fd, std::vector<Access>& all, uint32_t closed) {
  touch(all, &descriptors->numbers, true);
  if (!is_ours(fd)) return;
  touch(all, &slot_of(fd), true);
  const FileDescription* description = description_of(fd);
  if (description == nullptr) return;
  const bool is_last = description->references == closed;
  touch(all, description, is_last);
  if (!is_last) return;
  if (description->lock != 0) touch(all, description->node, true);
  touch(all, description->in, true);
  touch(all, description->out, true);
  touch(all, description->listener, true);
  if (description->name != nullptr) touch(all, socket_names, true);
  if (description->listener == nullptr) return;
  for (const Connection* c = description->listener->first; c != nullptr; c = c->next)
    touch(all, c->in, true), touch(all, c->out, true);
}

Queue* new_queue(const char* what, uint64_t capacity, ir::LocId loc) {
  Queue* queue = undoable<Queue>(what, loc);
  queue->capacity = capacity;
  return queue;
}

void connect(FileDescription& end, Queue* in, Queue* out) {
  trail.set(end.in, in);
  trail.set(end.out, out);
  if (in != nullptr) trail.set(in->readers, in->readers + 1);
  if (out != nullptr) trail.set(out->writers, out->writers + 1);
}

void unbind(Name* name) {
  trail.set(name->is_unbound, true);
  changed(*socket_names);
}

// Bytes.

bool has_data(const Queue& queue) { return queue.first != nullptr || queue.writers == 0; }

uint64_t Parts::size() const {
  uint64_t all = 0;
  for (int i = 0; i < count; ++i) all += parts[i].iov_len;
  return all;
}

void append(Queue& queue, const Parts& from, uint64_t skip, uint64_t size, const Name* sender) {
  auto* segment = new (undoable_memory(sizeof(Segment) + size)) Segment{};
  segment->from = sender;
  segment->size = size;
  auto* to = reinterpret_cast<uint8_t*>(segment + 1);
  for (int i = 0; i < from.count && size != 0; ++i) {
    const uint64_t length = from.parts[i].iov_len, left_out = skip < length ? skip : length;
    const uint64_t part = length - left_out < size ? length - left_out : size;
    std::memcpy(to, static_cast<const uint8_t*>(from.parts[i].iov_base) + left_out, part);
    skip -= left_out;
    to += part;
    size -= part;
  }
  size = segment->size;
  world.release(world.current_number(), segment->clock);
  if (queue.last == nullptr)
    trail.set(queue.first, segment);
  else
    trail.set(queue.last->next, segment);
  trail.set(queue.last, segment);
  trail.set(queue.used, queue.used + size);
  changed(queue);
}

// Moves the message that `others` messages precede to the front of the queue.
static void overtake(Queue& queue, uint32_t others) {
  Segment* before = nullptr;
  Segment* moved = queue.first;
  for (; others != 0; --others) before = moved, moved = moved->next;
  if (before == nullptr) return;
  trail.set(before->next, moved->next);
  if (queue.last == moved) trail.set(queue.last, before);
  trail.set(moved->next, queue.first);
  trail.set(queue.first, moved);
}

Taken take(Queue& queue, uint64_t most, bool leave, uint32_t overtakes) {
  overtake(queue, overtakes);
  Taken taken{queue.first, queue.taken, 0};
  Segment* segment = queue.first;
  uint64_t offset = queue.taken, gone = 0;
  while (segment != nullptr && (taken.size < most || queue.keeps_messages)) {
    const uint64_t here = segment->size - offset;
    const uint64_t part = here < most - taken.size ? here : most - taken.size;
    world.acquire(world.current(), segment->clock);
    taken.size += part;
    offset += part;
    if (queue.keeps_messages) offset = segment->size;  // a read discards the rest of a message
    gone += queue.keeps_messages ? here : part;
    if (offset == segment->size) segment = segment->next, offset = 0;
    if (queue.keeps_messages) break;
  }
  if (leave) return taken;
  trail.set(queue.first, segment);
  if (segment == nullptr) trail.set(queue.last, nullptr);
  trail.set(queue.taken, offset);
  trail.set(queue.used, queue.used - gone);
  changed(queue);
  return taken;
}

void copy(Taken& from, uint8_t* to, uint64_t size) {
  while (size != 0) {
    const uint64_t here = from.segment->size - from.offset, part = here < size ? here : size;
    std::memcpy(to, from.segment->bytes() + from.offset, part);
    to += part;
    size -= part;
    from.size -= part;
    from.offset += part;
    if (from.offset == from.segment->size) from.segment = from.segment->next, from.offset = 0;
  }
}

std::string describe_channel(Address address) {
  const auto* channel = reinterpret_cast<const Channel*>(address);
  if (channel->made_at == 0) return channel->what;
  return std::string(channel->what) + " made at " + native::loc_mark(channel->made_at);
}

}  // namespace mover::runtime
