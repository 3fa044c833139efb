// poll, select and epoll. They read the states of descriptors and change none. A call with a time limit may time out in
// every state in which no descriptor is ready.
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/time.h>

#include <cerrno>
#include <cstring>

#include "base/real.h"
#include "memory/access.h"
#include "memory/transfer.h"
#include "scheduling/virtual_time.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace {

// The kernel's descriptors are always ready: standard input is at its end, and all others accept output.
short ready_events(int fd, short wanted) {
  if (fd < 0) return 0;
  return is_ours(fd) ? events_at(fd, wanted) : static_cast<short>(wanted & (POLLIN | POLLOUT));
}

void add_polled(int fd, std::vector<Access>& all) {
  if (!is_ours(fd)) return;
  touch(all, &slot_of(fd), false);
  for_each_past(fd, [&](const FileDescription& d) {
    touch(all, d.in, false);
    touch(all, d.out, false);
    touch(all, d.counter, false);
    touch(all, d.listener, false);
    touch(all, &d, false);  // a socket may become connected
  });
}

struct Poll : Call {
  const pollfd* wanted;
  uint64_t count;
  bool forever;
  Poll(const pollfd* wanted, uint64_t count, bool forever) : wanted(wanted), count(count), forever(forever) {}
  void keep() { wanted = static_cast<const pollfd*>(kept_for_call(wanted, count * sizeof *wanted)); }
  bool can_be_done(WaitsFor& why) const override {
    why = WaitsFor::Event;
    for (uint64_t i = 0; i < count; ++i)
      if (ready_events(wanted[i].fd, wanted[i].events) != 0) return true;
    return false;
  }
  bool waits() const override { return forever; }
  void touches(std::vector<Access>& all) const override {
    for (uint64_t i = 0; i < count; ++i) add_polled(wanted[i].fd, all);
  }
  Address object() const override {
    for (uint64_t i = 0; i < count; ++i) {
      const FileDescription* d = description_of(wanted[i].fd);
      if (d != nullptr) return d->address();
    }
    return descriptors->numbers.address();
  }
};

__attribute__((noinline)) int poll_all(pollfd* wanted, uint64_t count, bool forever, const void* pc) {
  if (count != 0) plain_access(wanted, count * sizeof *wanted, true, pc);
  const Poll call(wanted, count, forever);
  make_call(call, pc);
  record_reads_only(call);
  int ready = 0;
  for (uint64_t i = 0; i < count; ++i) {
    wanted[i].revents = ready_events(wanted[i].fd, wanted[i].events);
    ready += wanted[i].revents != 0;
  }
  return ready;
}

struct Set {
  fd_set* set;
  short events, answers;
};

__attribute__((noinline)) int select_all(int end, fd_set* in, fd_set* out, fd_set* errors, bool forever,
                                         const void* pc) {
  if (end < 0 || end > FD_SETSIZE) return fails_with(EINVAL);
  const Set sets[] = {
      {in, POLLIN, POLLIN | POLLHUP | POLLERR}, {out, POLLOUT, POLLOUT | POLLERR}, {errors, POLLPRI, POLLPRI}};
  pollfd* wanted = static_cast<pollfd*>(__builtin_alloca(static_cast<size_t>(end + 1) * sizeof(pollfd)));
  uint64_t count = 0;
  for (const Set& one : sets)
    if (one.set != nullptr) plain_access(one.set, static_cast<uint64_t>(end + 63) / 64 * 8, true, pc);
  for (int fd = 0; fd < end; ++fd) {
    short events = 0;
    for (const Set& one : sets)
      if (one.set != nullptr && FD_ISSET(fd, one.set)) events = static_cast<short>(events | one.events);
    if (events == 0) continue;
    if (is_ours(fd) && description_of(fd) == nullptr) return fails_with(EBADF);
    wanted[count++] = {fd, events, 0};
  }
  const Poll call(wanted, count, forever);
  make_call(call, pc);
  record_reads_only(call);
  for (const Set& one : sets)
    for (int fd = 0; one.set != nullptr && fd < end; ++fd) {
      const bool asked = FD_ISSET(fd, one.set);
      if (asked && (ready_events(fd, one.events) & one.answers) == 0) FD_CLR(fd, one.set);
    }
  int ready = 0;
  for (const Set& one : sets)
    for (int fd = 0; one.set != nullptr && fd < end; ++fd) ready += FD_ISSET(fd, one.set) ? 1 : 0;
  return ready;
}

// epoll. Only level-triggered notification is simulated.

struct Wait : Call {
  int fd;
  bool forever;
  Wait(int fd, bool forever) : fd(fd), forever(forever) {}
  bool can_be_done(WaitsFor& why) const override {
    why = WaitsFor::Event;
    const FileDescription* d = description_of(fd);
    if (d == nullptr || !d->is_epoll) return true;
    for (const Watched* w = d->watched; w != nullptr; w = w->next)
      if (!w->is_removed && description_of(w->fd) != nullptr && ready_events(w->fd, static_cast<short>(w->events)) != 0)
        return true;
    return false;
  }
  bool waits() const override { return forever; }
  void touches(std::vector<Access>& all) const override {
    touch(all, &slot_of(fd), false);
    for_each_past(fd, [&](const FileDescription& d) {
      touch(all, &d, false);
      for (const Watched* w = d.watched; w != nullptr; w = w->next) add_polled(w->fd, all);
    });
  }
  Address object() const override { return slot_of(fd).address(); }
};

struct Change : Call {
  int fd, number;
  Change(int fd, int number) : fd(fd), number(number) {}
  bool can_be_done(WaitsFor&) const override { return true; }
  void touches(std::vector<Access>& all) const override {
    touch(all, &slot_of(fd), false);
    touch(all, description_of(fd), true);
    if (is_ours(number)) touch(all, &slot_of(number), false);
  }
  Address object() const override { return slot_of(fd).address(); }
};

int new_epoll(const void* pc) {
  make_call(Open(1), pc);
  const int fd = lowest_free();
  if (fd < 0) return fails_with(EMFILE);
  FileDescription* d = new_description("the epoll instance", 0, location(pc));
  d->is_epoll = true;
  open_at(fd, d);
  return fd;
}

int change_epoll(int fd, int operation, int number, epoll_event* event, const void* pc) {
  if (!is_ours(fd) || !is_ours(number)) return fails_with(is_ours(fd) ? EPERM : EBADF);
  make_call(Change(fd, number), pc);
  FileDescription* d = description_of(fd);
  if (d == nullptr || description_of(number) == nullptr) return fails_with(EBADF);
  if (!d->is_epoll) return fails_with(EINVAL);
  if (event != nullptr) {
    plain_access(event, sizeof *event, false, pc);
    if ((event->events & (EPOLLET | EPOLLONESHOT)) != 0)
      world.cannot_follow("the program uses epoll with EPOLLET or EPOLLONESHOT, which is not simulated", location(pc));
  }
  Watched* there = d->watched;
  while (there != nullptr && (there->fd != number || there->is_removed)) there = there->next;
  if ((operation == EPOLL_CTL_ADD) == (there != nullptr)) return fails_with(there != nullptr ? EEXIST : ENOENT);
  if (there != nullptr) trail.set(there->is_removed, true);
  if (operation != EPOLL_CTL_DEL)
    trail.set(d->watched, new (undoable_memory(sizeof(Watched)))
                              Watched{d->watched, number, event->events, event->data.u64, false});
  changed(*d);
  return 0;
}

__attribute__((noinline)) int wait_epoll(int fd, epoll_event* events, int most, bool forever, const void* pc) {
  if (most <= 0) return fails_with(EINVAL);
  if (!is_ours(fd)) return fails_with(EBADF);
  const Wait call(fd, forever);
  make_call(call, pc);
  record_reads_only(call);
  const FileDescription* d = description_of(fd);
  if (d == nullptr) return fails_with(EBADF);
  if (!d->is_epoll) return fails_with(EINVAL);
  int count = 0;
  for (const Watched* w = d->watched; w != nullptr && count < most; w = w->next) {
    if (w->is_removed || description_of(w->fd) == nullptr) continue;
    const short now = ready_events(w->fd, static_cast<short>(w->events));
    if (now == 0) continue;
    plain_access(&events[count], sizeof *events, true, pc);
    events[count].events = static_cast<uint32_t>(static_cast<unsigned short>(now));
    events[count++].data.u64 = w->data;
  }
  return count;
}

// Lets the time limit pass if no descriptor is ready, because the call has then timed out. Returns `ready`.
constexpr int64_t kMillisecond = 1'000'000;
int by_timeout(int ready, int64_t timeout, const void* pc) {
  if (ready == 0 && timeout > 0) time_passes(timeout, pc);
  return ready;
}
int64_t duration(const timespec* timeout) { return timeout == nullptr ? -1 : nanoseconds(*timeout); }
int64_t duration(const timeval* timeout) {
  return timeout == nullptr ? -1 : nanoseconds({timeout->tv_sec, timeout->tv_usec * 1000});
}

}  // namespace

MOVER_EXPORT int poll(pollfd* wanted, nfds_t count, int timeout) {
  if (!world.controls()) return REAL(poll)(wanted, count, timeout);
  wipe_stack();
  return by_timeout(poll_all(wanted, count, timeout < 0, PC), timeout * kMillisecond, PC);
}
MOVER_EXPORT int __poll_chk(pollfd* wanted, nfds_t count, int timeout, size_t) {
  if (!world.controls()) return REAL(poll)(wanted, count, timeout);
  wipe_stack();
  return by_timeout(poll_all(wanted, count, timeout < 0, PC), timeout * kMillisecond, PC);
}
MOVER_EXPORT int ppoll(pollfd* wanted, nfds_t count, const timespec* timeout, const sigset_t* mask) {
  if (!world.controls()) return REAL(ppoll)(wanted, count, timeout, mask);
  if (timeout != nullptr) plain_access(timeout, sizeof *timeout, false, PC);
  wipe_stack();
  return by_timeout(poll_all(wanted, count, timeout == nullptr, PC), duration(timeout), PC);
}
MOVER_EXPORT int select(int end, fd_set* in, fd_set* out, fd_set* errors, timeval* timeout) {
  if (!world.controls()) return REAL(select)(end, in, out, errors, timeout);
  if (timeout != nullptr) plain_access(timeout, sizeof *timeout, true, PC);  // Linux stores the remaining time
  wipe_stack();
  return by_timeout(select_all(end, in, out, errors, timeout == nullptr, PC), duration(timeout), PC);
}
MOVER_EXPORT int pselect(int end, fd_set* in, fd_set* out, fd_set* errors, const timespec* timeout,
                         const sigset_t* mask) {
  if (!world.controls()) return REAL(pselect)(end, in, out, errors, timeout, mask);
  if (timeout != nullptr) plain_access(timeout, sizeof *timeout, false, PC);
  wipe_stack();
  return by_timeout(select_all(end, in, out, errors, timeout == nullptr, PC), duration(timeout), PC);
}
MOVER_EXPORT int epoll_create(int size) { return world.controls() ? new_epoll(PC) : REAL(epoll_create)(size); }
MOVER_EXPORT int epoll_create1(int flags) { return world.controls() ? new_epoll(PC) : REAL(epoll_create1)(flags); }
MOVER_EXPORT int epoll_ctl(int fd, int operation, int number, epoll_event* event) {
  return world.controls() ? change_epoll(fd, operation, number, event, PC)
                          : REAL(epoll_ctl)(fd, operation, number, event);
}
MOVER_EXPORT int epoll_wait(int fd, epoll_event* events, int most, int timeout) {
  if (!world.controls()) return REAL(epoll_wait)(fd, events, most, timeout);
  wipe_stack();
  return by_timeout(wait_epoll(fd, events, most, timeout < 0, PC), timeout * kMillisecond, PC);
}
MOVER_EXPORT int epoll_pwait(int fd, epoll_event* events, int most, int timeout, const sigset_t* mask) {
  if (!world.controls()) return REAL(epoll_pwait)(fd, events, most, timeout, mask);
  wipe_stack();
  return by_timeout(wait_epoll(fd, events, most, timeout < 0, PC), timeout * kMillisecond, PC);
}
