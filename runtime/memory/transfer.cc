#include "memory/transfer.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>

#include "channels/file_system.h"
#include "channels/files.h"
#include "memory/access.h"
#include "memory/reach.h"
#include "scheduling/permitted.h"

namespace mover::runtime {

namespace {

struct Transfer : Call {
  int fd;
  bool receives, at_once;
  uint64_t size;
  Transfer(int fd, bool receives, uint64_t size, bool at_once)
      : fd(fd), receives(receives), at_once(at_once), size(size) {}

  const Queue* queue() const {
    const FileDescription* d = description_of(fd);
    return d == nullptr ? nullptr : receives ? d->in : d->out;
  }
  bool can_be_done(WaitsFor& why) const override {
    why = receives ? WaitsFor::Data : WaitsFor::Room;
    const FileDescription* d = description_of(fd);
    if (d == nullptr) return true;  // the call fails
    if (const Counter* counter = d->counter; counter != nullptr && size >= 8)
      return receives ? counter->value != 0 : counter->value < UINT64_MAX - 1;
    const Queue* q = queue();
    if (q == nullptr) return true;
    if (receives) return (size == 0 && !q->keeps_messages) || has_data(*q);
    if (q->readers == 0 || q->writers == 0 || size == 0) return true;  // no writers: the socket was shut down
    const bool whole = q->keeps_messages || (q->whole_writes && size <= PIPE_BUF);
    return q->room() >= (whole && size < q->capacity ? size : 1);
  }
  bool waits() const override {
    const FileDescription* d = description_of(fd);
    return !at_once && d != nullptr && (d->flags & O_NONBLOCK) == 0;
  }
  void touches(std::vector<Access>& all) const override {
    touch(all, &slot_of(fd), false);
    for_each_past(fd, [&](const FileDescription& d) {
      touch(all, receives ? d.in : d.out, true);
      touch(all, d.counter, true);
      touch(all, &d, d.file >= 0 || d.node != nullptr);
      touch(all, d.node, !receives);
    });
  }
  Address object() const override {
    const FileDescription* d = description_of(fd);
    if (d == nullptr) return slot_of(fd).address();
    if (d->counter != nullptr) return d->counter->address();
    return queue() != nullptr ? queue()->address() : d->address();
  }
  // With --lossy, a datagram may overtake others.
  uint32_t alternatives() const override {
    const FileDescription* d = description_of(fd);
    if (!permitted.lossy || !receives || d == nullptr || !d->is_datagram() || d->domain == AF_UNIX) return 1;
    uint32_t count = 0;
    for (const Segment* segment = d->in->first; segment != nullptr; segment = segment->next) ++count;
    return count > 1 ? count : 1;
  }
};

ssize_t again(const Call& call) {
  record_reads_only(call);
  return fails_with(EAGAIN);
}

void access_all(const Parts& parts, uint64_t size, bool write, const void* pc) {
  for (int i = 0; i < parts.count && size != 0; ++i) {
    const uint64_t part = parts.parts[i].iov_len < size ? parts.parts[i].iov_len : size;
    if (part != 0) plain_access(parts.parts[i].iov_base, part, write, pc);
    if (locking.on && !write) reach.passes_on(reinterpret_cast<uint64_t>(parts.parts[i].iov_base), part);
    size -= part;
  }
}

void scatter(Taken from, const Parts& to, const void* pc) {
  access_all(to, from.size, true, pc);
  for (int i = 0; i < to.count && from.size != 0; ++i) {
    const uint64_t part = to.parts[i].iov_len < from.size ? to.parts[i].iov_len : from.size;
    copy(from, static_cast<uint8_t*>(to.parts[i].iov_base), part);
  }
}

// Reads an event counter (eventfd).
ssize_t take_count(const Transfer& call, Counter& counter, const Parts& to, const void* pc) {
  if (to.count != 1 || to.size() < 8) return fails_with(EINVAL);
  if (counter.value == 0) return again(call);
  const uint64_t value = counter.takes_one ? 1 : counter.value;
  trail.set(counter.value, counter.value - value);
  world.acquire(world.current(), counter.clock);
  changed(counter);
  plain_access(to.parts[0].iov_base, 8, true, pc);
  std::memcpy(to.parts[0].iov_base, &value, 8);
  return 8;
}

ssize_t add_count(const Transfer& call, Counter& counter, const Parts& from) {
  if (from.count != 1 || from.size() < 8) return fails_with(EINVAL);
  uint64_t value = 0;
  std::memcpy(&value, from.parts[0].iov_base, 8);
  if (value == UINT64_MAX) return fails_with(EINVAL);
  if (counter.value > UINT64_MAX - 1 - value) return again(call);
  trail.set(counter.value, counter.value + value);
  world.release(world.current_number(), counter.clock);
  changed(counter);
  return 8;
}

int missing_queue(const FileDescription& d) { return d.is_socket ? ENOTCONN : EBADF; }

}  // namespace

int fails_with(int error) {
  errno = error;
  return -1;
}

// Fails because the descriptor is closed. In reality, a thread that was blocked on the descriptor before another thread
// closed it would stay blocked.
static ssize_t is_closed(int fd) {
  const Slot& slot = slot_of(fd);
  if (slot.past != nullptr && slot.closed_by != world.current_number() && !world.alone())
    world.not_covered(
        "a descriptor is closed while another thread is blocked on it; the blocked call was assumed to fail then");
  return fails_with(EBADF);
}

__attribute__((noinline)) static ssize_t receive_now(int fd, const Parts& to, int flags, const void* pc,
                                                     const Name** sender) {
  const Transfer call(fd, true, to.size(), (flags & MSG_DONTWAIT) != 0);
  make_call(call, pc);
  FileDescription* d = description_of(fd);
  if (d == nullptr) return is_closed(fd);
  if (d->file >= 0 || d->node != nullptr) return read_file(*d, to, pc);
  if (d->counter != nullptr) return take_count(call, *d->counter, to, pc);
  if (d->in == nullptr) return fails_with(missing_queue(*d));
  if (call.size == 0 && !d->in->keeps_messages) return 0;
  Queue& queue = *d->in;
  if (queue.first == nullptr && queue.writers != 0) return again(call);
  if (queue.first == nullptr) {
    world.acquire(world.current(), queue.closed);
    record_reads_only(call);
    return 0;
  }
  const uint32_t overtakes = d->is_datagram() ? world.current().choice : 0;
  const Taken taken = take(queue, call.size, (flags & MSG_PEEK) != 0, overtakes);
  if (sender != nullptr) *sender = taken.segment->from;
  scatter(taken, to, pc);
  return static_cast<ssize_t>(taken.size);
}

ssize_t receive(int fd, const Parts& to, int flags, const void* pc, const Name** sender) {
  wipe_stack();
  return receive_now(fd, to, flags, pc, sender);
}

__attribute__((noinline)) static ssize_t send_now(int fd, const Parts& from, int flags, const void* pc) {
  const uint64_t size = from.size();
  access_all(from, size, false, pc);
  for (uint64_t done = 0;;) {
    const Transfer call(fd, false, size - done, (flags & MSG_DONTWAIT) != 0);
    make_call(call, pc);
    FileDescription* d = description_of(fd);
    if (d == nullptr) return is_closed(fd);
    if (d->file >= 0 || d->node != nullptr) return write_file(*d, from, pc);
    if (d->counter != nullptr) return add_count(call, *d->counter, from);
    if (d->out == nullptr) return fails_with(missing_queue(*d));
    Queue& queue = *d->out;
    if (size == 0 && !queue.keeps_messages) return 0;
    if (queue.readers == 0 || queue.writers == 0) {
      world.acquire(world.current(), queue.closed);
      record_reads_only(call);
      if (done != 0) return static_cast<ssize_t>(done);
      if ((flags & MSG_NOSIGNAL) == 0) deliver(SIGPIPE, "it writes to a pipe or socket without a reader", location(pc));
      return fails_with(EPIPE);
    }
    if (queue.keeps_messages && size > queue.capacity) return fails_with(EMSGSIZE);
    WaitsFor ignored = WaitsFor::Nothing;
    if (!call.can_be_done(ignored)) return done != 0 ? static_cast<ssize_t>(done) : again(call);
    const uint64_t part = call.size < queue.room() ? call.size : queue.room();
    append(queue, from, done, part);
    done += part;
    if (done == size || !call.waits()) return static_cast<ssize_t>(done);
  }
}

ssize_t send(int fd, const Parts& from, int flags, const void* pc) {
  wipe_stack();
  return send_now(fd, from, flags, pc);
}

short events_at(int fd, short wanted) {
  const FileDescription* d = description_of(fd);
  if (d == nullptr) return POLLNVAL;
  int events = 0;
  if (d->in != nullptr && has_data(*d->in)) events |= POLLIN | POLLRDNORM;
  if (d->in != nullptr && d->in->first == nullptr && d->in->writers == 0) {
    events |= d->is_socket ? POLLRDHUP : POLLHUP;
    if (!d->is_socket) events &= ~(POLLIN | POLLRDNORM);
    if (d->is_socket && d->out != nullptr && d->out->readers == 0) events |= POLLHUP;
  }
  if (d->is_datagram() && d->out == nullptr) events |= POLLOUT | POLLWRNORM;
  if (d->out != nullptr) {
    if (d->out->readers == 0)
      events |= d->is_socket ? POLLOUT | POLLWRNORM : POLLERR | POLLOUT;
    else if (d->out->room() >= (d->out->whole_writes ? PIPE_BUF : 1))
      events |= POLLOUT | POLLWRNORM;
  }
  if (d->counter != nullptr) {
    if (d->counter->value != 0) events |= POLLIN | POLLRDNORM;
    if (d->counter->value < UINT64_MAX - 1) events |= POLLOUT | POLLWRNORM;
  }
  if (d->listener != nullptr && (d->listener->first != nullptr || d->listener->is_shut)) events |= POLLIN | POLLRDNORM;
  if (d->file >= 0 || d->node != nullptr) events |= POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM;
  return static_cast<short>(events & (wanted | POLLERR | POLLHUP | POLLNVAL));
}

}  // namespace mover::runtime
