// Creates pipes and event counters, and intercepts read, write, close, dup and fcntl for all descriptors.
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstring>

#include "base/real.h"
#include "channels/files.h"
#include "memory/access.h"
#include "memory/transfer.h"
#include "scheduling/assumptions.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace {

struct Close : Call {
  int fd;
  explicit Close(int fd) : fd(fd) {}
  bool can_be_done(WaitsFor&) const override { return true; }
  void touches(std::vector<Access>& all) const override { touch_closing(fd, all); }
  Address object() const override {
    const FileDescription* d = description_of(fd);
    return d == nullptr ? slot_of(fd).address() : d->in != nullptr ? d->in->address() : d->address();
  }
};

// Reads the number of bytes that are available (FIONREAD).
struct Ready : Call {
  int fd;
  explicit Ready(int fd) : fd(fd) {}
  bool can_be_done(WaitsFor&) const override { return true; }
  void touches(std::vector<Access>& all) const override {
    touch(all, &slot_of(fd), false);
    for_each_past(fd, [&](const FileDescription& d) { touch(all, d.in, false); });
  }
  Address object() const override { return slot_of(fd).address(); }
};

// Duplicates `from` to the descriptor `to`, or, unless `exactly`, to the lowest free descriptor from `to` on.
struct Duplicate : Call {
  int from, to;
  bool exactly;
  Duplicate(int from, int to, bool exactly) : from(from), to(to), exactly(exactly) {}
  bool can_be_done(WaitsFor&) const override { return true; }
  void touches(std::vector<Access>& all) const override {
    if (exactly)
      touch_closing(to, all);
    else
      Open(1, to).touches(all);
    touch(all, &slot_of(from), false);
    touch(all, description_of(from), true);
  }
  Address object() const override { return slot_of(from).address(); }
};

int duplicate(int from, int to, bool exactly, const void* pc) {
  make_call(Duplicate(from, to, exactly), pc);
  FileDescription* d = description_of(from);
  if (d == nullptr) return fails_with(EBADF);
  if (!exactly) to = lowest_free(to);
  if (to < 0) return fails_with(EMFILE);
  if (from == to) return to;
  if (description_of(to) != nullptr) close_at(to);
  open_at(to, d);
  changed(*d);
  return to;
}

// Reads or changes (`sets`) the flags of a description.
struct Flags : Call {
  int fd;
  bool sets;
  Flags(int fd, bool sets) : fd(fd), sets(sets) {}
  bool can_be_done(WaitsFor&) const override { return true; }
  void touches(std::vector<Access>& all) const override {
    touch(all, &slot_of(fd), false);
    touch(all, description_of(fd), sets);
  }
  Address object() const override { return slot_of(fd).address(); }
};

int set_flags(int fd, int flags, int mask, const void* pc) {
  const Flags call(fd, true);
  make_call(call, pc);
  FileDescription* d = description_of(fd);
  if (d == nullptr) return fails_with(EBADF);
  trail.set(d->flags, (d->flags & ~mask) | (flags & mask));
  changed(*d);
  return 0;
}

int make_pipe(int ends[2], int flags, const void* pc) {
  make_call(Open(2), pc);
  const int first = lowest_free(), second = first < 0 ? -1 : lowest_free(first + 1);
  if (second < 0) return fails_with(EMFILE);
  const ir::LocId loc = location(pc);
  Queue* queue = new_queue("the pipe", 65536, loc);
  queue->whole_writes = true;
  queue->keeps_messages = (flags & O_DIRECT) != 0;
  FileDescription* reads = new_description("the pipe", O_RDONLY | (flags & O_NONBLOCK), loc);
  FileDescription* writes = new_description("the pipe", O_WRONLY | (flags & O_NONBLOCK), loc);
  connect(*reads, queue, nullptr);
  connect(*writes, nullptr, queue);
  open_at(first, reads);
  open_at(second, writes);
  plain_access(ends, 2 * sizeof *ends, true, pc);
  ends[0] = first;
  ends[1] = second;
  return 0;
}

ssize_t read_any(int fd, const Parts& to, const void* pc) {
  return is_ours(fd) ? receive(fd, to, 0, pc) : read_from_kernel(fd, to, pc);
}
ssize_t write_any(int fd, const Parts& from, const void* pc) {
  const FileDescription* d = description_of(fd);
  if (d != nullptr && d->is_datagram() && d->out == nullptr) return send_to_peer(fd, from, pc);
  return is_ours(fd) ? send(fd, from, 0, pc) : write_to_kernel(fd, from, pc);
}

int close_any(int fd, const void* pc) {
  if (!is_ours(fd)) {
    if (fd > STDERR_FILENO)
      relies_on(Assumption::Descriptors, "closes one at", pc);
    else if (fd >= 0)
      closes_standard_stream(location(pc));
    return 0;
  }
  make_call(Close(fd), pc);
  if (description_of(fd) == nullptr) return fails_with(EBADF);
  close_at(fd);
  return 0;
}

int close_all(unsigned first, unsigned last, const void* pc) {
  if (first > last) return fails_with(EINVAL);
  if (first <= STDERR_FILENO) closes_standard_stream(location(pc));
  if (first < kFirstDescriptor) close_any(static_cast<int>(last < kFirstDescriptor ? last : kFirstDescriptor - 1), pc);
  for (int fd = kFirstDescriptor; is_ours(fd); ++fd)
    if (static_cast<unsigned>(fd) >= first && static_cast<unsigned>(fd) <= last && description_of(fd) != nullptr)
      close_any(fd, pc);
  return 0;
}

}  // namespace

MOVER_EXPORT int pipe(int ends[2]) { return world.controls() ? make_pipe(ends, 0, PC) : REAL(pipe)(ends); }
MOVER_EXPORT int pipe2(int ends[2], int flags) {
  return world.controls() ? make_pipe(ends, flags, PC) : REAL(pipe2)(ends, flags);
}
MOVER_EXPORT int eventfd(unsigned value, int flags) {
  if (!world.controls()) return REAL(eventfd)(value, flags);
  make_call(Open(1), PC);
  const int fd = lowest_free();
  if (fd < 0) return fails_with(EMFILE);
  const ir::LocId loc = location(PC);
  FileDescription* d = new_description("the event counter", O_RDWR | (flags & O_NONBLOCK), loc);
  d->counter = undoable<Counter>("the event counter", loc);
  d->counter->value = value;
  d->counter->takes_one = (flags & EFD_SEMAPHORE) != 0;
  world.release(world.current_number(), d->counter->clock);
  open_at(fd, d);
  return fd;
}
MOVER_EXPORT int eventfd_read(int fd, eventfd_t* value) {
  if (!world.controls()) return REAL(eventfd_read)(fd, value);
  const iovec part{value, sizeof *value};
  return read_any(fd, {&part, 1}, PC) == sizeof *value ? 0 : -1;
}
MOVER_EXPORT int eventfd_write(int fd, eventfd_t value) {
  if (!world.controls()) return REAL(eventfd_write)(fd, value);
  const iovec part{&value, sizeof value};
  return ::write_any(fd, {&part, 1}, PC) == sizeof value ? 0 : -1;
}

MOVER_EXPORT ssize_t read(int fd, void* to, size_t size) {
  if (!world.controls()) return ::syscall(SYS_read, fd, to, size);
  const iovec part{to, size};
  return read_any(fd, {&part, 1}, PC);
}
MOVER_EXPORT ssize_t __read_chk(int fd, void* to, size_t size, size_t) {
  if (!world.controls()) return ::syscall(SYS_read, fd, to, size);
  const iovec part{to, size};
  return read_any(fd, {&part, 1}, PC);
}
ssize_t mover::runtime::write_any(int fd, const void* from, size_t size, const void* pc) {
  const iovec part{const_cast<void*>(from), size};
  return ::write_any(fd, {&part, 1}, pc);
}
MOVER_EXPORT ssize_t write(int fd, const void* from, size_t size) {
  if (!world.controls()) return ::syscall(SYS_write, fd, from, size);
  return mover::runtime::write_any(fd, from, size, PC);
}
static void reads_parts(const iovec* parts, int count, const void* pc) {
  if (count > 0) plain_access(parts, static_cast<size_t>(count) * sizeof *parts, false, pc);
}
MOVER_EXPORT ssize_t readv(int fd, const iovec* parts, int count) {
  reads_parts(parts, count, PC);
  return world.controls() ? read_any(fd, {parts, count}, PC) : REAL(readv)(fd, parts, count);
}
MOVER_EXPORT ssize_t writev(int fd, const iovec* parts, int count) {
  reads_parts(parts, count, PC);
  return world.controls() ? ::write_any(fd, {parts, count}, PC) : REAL(writev)(fd, parts, count);
}
MOVER_EXPORT int close(int fd) { return world.controls() ? close_any(fd, PC) : REAL(close)(fd); }

MOVER_EXPORT int close_range(unsigned first, unsigned last, int flags) noexcept {
  if (!world.controls()) return REAL(close_range)(first, last, flags);
  return (flags & CLOSE_RANGE_CLOEXEC) != 0 ? 0 : close_all(first, last, PC);
}
MOVER_EXPORT void closefrom(int first) noexcept {
  if (!world.controls()) return REAL(closefrom)(first);
  close_all(first < 0 ? 0 : static_cast<unsigned>(first), ~0u, PC);
}

MOVER_EXPORT int dup(int fd) {
  if (!world.controls()) return REAL(dup)(fd);
  if (!is_ours(fd)) world.cannot_follow("the program duplicates a descriptor that was open before main", location(PC));
  return duplicate(fd, kFirstDescriptor, false, PC);
}
MOVER_EXPORT int dup2(int fd, int to) {
  if (!world.controls()) return REAL(dup2)(fd, to);
  if (fd == to && !is_ours(fd))
    return REAL(fcntl)(fd, F_GETFD) < 0 ? fails_with(EBADF) : fd;  // dup2 checks only whether `fd` is open
  if (!is_ours(fd) || !is_ours(to))
    world.cannot_follow("the program duplicates or replaces a descriptor that was open before main", location(PC));
  return duplicate(fd, to, true, PC);
}
MOVER_EXPORT int dup3(int fd, int to, int flags) {
  if (!world.controls()) return REAL(dup3)(fd, to, flags);
  if (!is_ours(fd) || !is_ours(to))
    world.cannot_follow("the program duplicates or replaces a descriptor that was open before main", location(PC));
  return fd == to ? fails_with(EINVAL) : duplicate(fd, to, true, PC);
}

static int control(int fd, int command, long argument, const void* pc) {
  switch (command) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
      return duplicate(fd, argument < kFirstDescriptor ? kFirstDescriptor : static_cast<int>(argument), false, pc);
    case F_GETFL: {
      const Flags call(fd, false);
      make_call(call, pc);
      record_reads_only(call);
      return description_of(fd) == nullptr ? fails_with(EBADF) : description_of(fd)->flags;
    }
    case F_SETFL:
      return set_flags(fd, static_cast<int>(argument), O_NONBLOCK | O_APPEND, pc);
    case F_GETFD:
      return description_of(fd) == nullptr ? fails_with(EBADF) : FD_CLOEXEC;
    case F_SETFD:
      return description_of(fd) == nullptr ? fails_with(EBADF) : 0;
    case F_SETLK:
    case F_SETLKW:
    case F_GETLK:
      if (world.has_processes())
        world.cannot_follow("one of several processes locks a file (fcntl), which is not simulated", location(pc));
      break;
    default:
      break;
  }
  switch (command) {
    case F_SETLK:  // the process owns these locks, so its threads never block on them
    case F_SETLKW:
      return description_of(fd) == nullptr ? fails_with(EBADF) : 0;
    case F_GETLK: {
      auto* lock = reinterpret_cast<struct flock*>(argument);
      plain_access(lock, sizeof *lock, true, pc);
      lock->l_type = F_UNLCK;
      return description_of(fd) == nullptr ? fails_with(EBADF) : 0;
    }
    case F_GETPIPE_SZ:
      return description_of(fd) == nullptr ? fails_with(EBADF) : 65536;
    default:
      world.cannot_follow("the program uses a command of fcntl that is not simulated", location(pc));
  }
}
MOVER_EXPORT int fcntl(int fd, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  const long argument = va_arg(arguments, long);
  va_end(arguments);
  if (!world.controls() || !is_ours(fd)) return static_cast<int>(::syscall(SYS_fcntl, fd, command, argument));
  return control(fd, command, argument, PC);
}
MOVER_EXPORT int fcntl64(int fd, int command, ...) __attribute__((alias("fcntl")));
MOVER_EXPORT int ioctl(int fd, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void* argument = va_arg(arguments, void*);
  va_end(arguments);
  if (!world.controls() || !is_ours(fd)) return static_cast<int>(::syscall(SYS_ioctl, fd, request, argument));
  if (request == FIONBIO) {
    plain_access(argument, sizeof(int), false, PC);
    return set_flags(fd, *static_cast<int*>(argument) != 0 ? O_NONBLOCK : 0, O_NONBLOCK, PC);
  }
  const FileDescription* d = description_of(fd);
  if (d == nullptr) return fails_with(EBADF);
  if (request == TCGETS) return fails_with(ENOTTY);
  if (request == FIONREAD && d->in != nullptr) {
    make_call(Ready(fd), PC);
    const Queue* queue = description_of(fd) == nullptr ? nullptr : description_of(fd)->in;
    if (queue == nullptr) return fails_with(EBADF);
    plain_access(argument, sizeof(int), true, PC);
    *static_cast<int*>(argument) = static_cast<int>(queue->used);
    return 0;
  }
  world.cannot_follow("the program uses a request of ioctl that is not simulated", location(PC));
}
