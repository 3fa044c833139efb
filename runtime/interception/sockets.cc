// Sockets between threads and processes of the program: stream and datagram sockets of AF_UNIX, AF_INET and AF_INET6,
// and sequenced-packet sockets of AF_UNIX. Both ends of a connection belong to the program.
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>

#include "base/real.h"
#include "memory/access.h"
#include "memory/transfer.h"
#include "scheduling/assumptions.h"
#include "scheduling/permitted.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace {

constexpr uint64_t kBuffer = 212992;  // the default size of a socket's buffer on Linux

Queue* new_direction(int type, ir::LocId loc) {
  Queue* queue = new_queue("the connection", kBuffer, loc);
  queue->keeps_messages = type != SOCK_STREAM;
  return queue;
}

FileDescription* new_socket(int domain, int type, ir::LocId loc) {
  FileDescription* d = new_description("the socket", O_RDWR | ((type & SOCK_NONBLOCK) != 0 ? O_NONBLOCK : 0), loc);
  d->is_socket = true;
  d->domain = domain;
  d->type = type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
  return d;
}

bool is_simulated(int domain, int type) {
  const int kind = type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
  return (domain == AF_UNIX || domain == AF_INET || domain == AF_INET6) &&
         (kind == SOCK_STREAM || kind == SOCK_DGRAM || (domain == AF_UNIX && kind == SOCK_SEQPACKET));
}

// Names. Internet addresses are compared by port only, because only one machine is simulated.
uint16_t& port_of(uint8_t* name, int domain) {
  return domain == AF_INET ? reinterpret_cast<sockaddr_in*>(name)->sin_port
                           : reinterpret_cast<sockaddr_in6*>(name)->sin6_port;
}
bool same(const Name& name, const Name& other) {
  auto *a = const_cast<uint8_t*>(name.bytes), *b = const_cast<uint8_t*>(other.bytes);
  const int domain = reinterpret_cast<sockaddr*>(a)->sa_family;
  if (domain != reinterpret_cast<sockaddr*>(b)->sa_family) return false;
  if (domain == AF_UNIX) return name.size == other.size && std::memcmp(a, b, name.size) == 0;
  return port_of(a, domain) == port_of(b, domain);
}
const Name* find_name(const Name& wanted) {
  for (const Name* name = socket_names->bound; name != nullptr; name = name->next)
    if (!name->is_unbound && same(*name, wanted)) return name;
  return nullptr;
}
Name read_name(const sockaddr* address, socklen_t size, const void* pc) {
  Name name{};
  if (size > sizeof name.bytes) size = sizeof name.bytes;
  plain_access(address, size, false, pc);
  std::memcpy(name.bytes, address, size);
  name.size = size;
  if (address->sa_family == AF_UNIX && size > offsetof(sockaddr_un, sun_path)) {
    const auto* path = reinterpret_cast<const sockaddr_un*>(address)->sun_path;
    const auto most = size - offsetof(sockaddr_un, sun_path);
    if (path[0] != 0) name.size = static_cast<uint32_t>(offsetof(sockaddr_un, sun_path) + strnlen(path, most));
  }
  return name;
}
int write_name(const Name* name, int domain, sockaddr* address, socklen_t* size, const void* pc) {
  if (address == nullptr || size == nullptr) return 0;
  Name unnamed{};
  unnamed.size = domain == AF_UNIX ? 2 : domain == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
  reinterpret_cast<sockaddr*>(unnamed.bytes)->sa_family = static_cast<sa_family_t>(domain);
  if (name == nullptr) name = &unnamed;
  plain_access(size, sizeof *size, true, pc);
  const socklen_t part = *size < name->size ? *size : name->size;
  if (part != 0) plain_access(address, part, true, pc);
  std::memcpy(address, name->bytes, part);
  *size = name->size;
  return 0;
}

// Calls.

// Changes the socket and either the set of bound names (`names`) or the socket's connection or listener.
struct OnSocket : Call {
  int fd;
  bool names;
  OnSocket(int fd, bool names) : fd(fd), names(names) {}
  bool can_be_done(WaitsFor&) const override { return true; }
  void touches(std::vector<Access>& all) const override {
    touch(all, &slot_of(fd), false);
    const FileDescription* d = description_of(fd);
    touch(all, d, true);
    if (names) touch(all, socket_names, true);
    if (d == nullptr || names) return;
    touch(all, d->in, true);
    touch(all, d->out, true);
    touch(all, d->listener, true);
  }
  Address object() const override { return slot_of(fd).address(); }
};

struct Accept : Call {
  int fd;
  explicit Accept(int fd) : fd(fd) {}
  const Listener* listener() const { return description_of(fd) == nullptr ? nullptr : description_of(fd)->listener; }
  bool can_be_done(WaitsFor& why) const override {
    why = WaitsFor::Connection;
    return listener() == nullptr || listener()->first != nullptr || listener()->is_shut;
  }
  bool waits() const override {
    const FileDescription* d = description_of(fd);
    return d != nullptr && (d->flags & O_NONBLOCK) == 0;
  }
  void touches(std::vector<Access>& all) const override {
    Open(1).touches(all);
    touch(all, &slot_of(fd), false);
    for_each_past(fd, [&](const FileDescription& d) {
      touch(all, &d, false);
      touch(all, d.listener, true);
    });
  }
  Address object() const override { return listener() != nullptr ? listener()->address() : slot_of(fd).address(); }
};

struct Connect : Call {
  int fd;
  const Name* to;
  Connect(int fd, const Name& to) : fd(fd), to(&to) {}
  void keep() { to = static_cast<const Name*>(kept_for_call(to, sizeof *to)); }
  Listener* listener() const {
    const Name* name = find_name(*to);
    Listener* there = name == nullptr ? nullptr : name->socket->listener;
    return there == nullptr || there->is_shut ? nullptr : there;
  }
  bool can_be_done(WaitsFor& why) const override {
    why = WaitsFor::Room;
    const Listener* there = listener();
    return there == nullptr || there->waiting <= there->backlog;
  }
  bool waits() const override {
    const FileDescription* d = description_of(fd);
    return d != nullptr && (d->flags & O_NONBLOCK) == 0;
  }
  void touches(std::vector<Access>& all) const override {
    touch(all, &slot_of(fd), false);
    const FileDescription* d = description_of(fd);
    touch(all, d, true);
    touch(all, socket_names, d != nullptr && d->is_datagram() && d->name == nullptr);
    for (const Name* name = socket_names->bound; name != nullptr; name = name->next)
      if (same(*name, *to)) touch(all, name->socket->listener, true);
  }
  Address object() const override { return listener() != nullptr ? listener()->address() : slot_of(fd).address(); }
};

// Sends a datagram to a name.
struct SendTo : Call {
  int fd;
  bool at_once;
  uint64_t size;
  const Name* to;
  SendTo(int fd, bool at_once, uint64_t size, const Name* to) : fd(fd), at_once(at_once), size(size), to(to) {}
  void keep() { to = static_cast<const Name*>(kept_for_call(to, sizeof *to)); }
  bool is_unix() const { return description_of(fd) != nullptr && description_of(fd)->domain == AF_UNIX; }
  // The queue of the socket that gets the datagram; null: there is none.
  Queue* queue() const {
    const Name* name = find_name(*to);
    const FileDescription *there = name == nullptr ? nullptr : name->socket, *here = description_of(fd);
    if (there == nullptr || here == nullptr || !there->is_datagram() || there->domain != here->domain) return nullptr;
    // A connected socket gets datagrams of its peer only.
    const bool is_wanted = there->peer == nullptr || (here->name != nullptr && same(*there->peer, *here->name));
    return is_wanted && there->in->readers != 0 ? there->in : nullptr;
  }
  bool has_room() const { return queue() == nullptr || queue()->room() >= size || queue()->used == 0; }
  bool can_be_done(WaitsFor& why) const override {
    why = WaitsFor::Room;
    return !is_unix() || has_room();  // the Internet drops datagrams for which there is no room
  }
  bool waits() const override {
    const FileDescription* d = description_of(fd);
    return !at_once && d != nullptr && (d->flags & O_NONBLOCK) == 0;
  }
  void touches(std::vector<Access>& all) const override {
    touch(all, &slot_of(fd), false);
    const FileDescription* d = description_of(fd);
    const bool gets_name = d != nullptr && d->name == nullptr && !is_unix();
    touch(all, d, gets_name);
    touch(all, socket_names, gets_name);
    for (const Name* name = socket_names->bound; name != nullptr; name = name->next)
      if (same(*name, *to)) touch(all, name->socket, false), touch(all, name->socket->in, true);
  }
  Address object() const override { return queue() != nullptr ? queue()->address() : slot_of(fd).address(); }
  uint32_t alternatives() const override { return permitted.lossy && !is_unix() && queue() != nullptr ? 2 : 1; }
  Alternatives kind_of_alternatives() const override { return Alternatives::Loss; }
};

// Operations.

// Gives the socket the name. REQUIRES: no socket has it.
void give_name(FileDescription& socket, const Name& name) {
  Name* kept = new (undoable_memory(sizeof(Name))) Name(name);
  kept->next = socket_names->bound;
  kept->socket = &socket;
  trail.set(socket_names->bound, kept);
  trail.set(socket.name, kept);
  changed(*socket_names);
  changed(socket);
}

void give_port(FileDescription& socket) {
  Name name{};
  name.size = socket.domain == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
  reinterpret_cast<sockaddr*>(name.bytes)->sa_family = static_cast<sa_family_t>(socket.domain);
  if (socket.domain == AF_INET)
    reinterpret_cast<sockaddr_in*>(name.bytes)->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  else
    reinterpret_cast<sockaddr_in6*>(name.bytes)->sin6_addr = in6addr_loopback;
  port_of(name.bytes, socket.domain) = htons(socket_names->next_port);
  trail.set(socket_names->next_port, socket_names->next_port + 1);
  give_name(socket, name);
}

ssize_t send_datagram(int fd, const Parts& parts, int flags, const Name* to, const void* pc) {
  for (int i = 0; i < parts.count; ++i) plain_access(parts.parts[i].iov_base, parts.parts[i].iov_len, false, pc);
  if (to == nullptr) to = description_of(fd)->peer;
  if (to == nullptr) return fails_with(EDESTADDRREQ);
  constexpr uint64_t kLargest = 65507;
  const uint64_t size = parts.size();
  const SendTo call(fd, (flags & MSG_DONTWAIT) != 0, size, to);
  make_call(call, pc);
  FileDescription* d = description_of(fd);
  if (d == nullptr) return fails_with(EBADF);
  if (size > kLargest) return fails_with(EMSGSIZE);
  const bool is_lost = world.current().choice == 1;
  if (d->name == nullptr && d->domain != AF_UNIX) give_port(*d);
  Queue* queue = call.queue();
  if (queue == nullptr && d->domain == AF_UNIX) {
    record_reads_only(call);
    return fails_with(find_name(*to) == nullptr ? ENOENT : ECONNREFUSED);
  }
  if (queue == nullptr && d->peer != nullptr)
    world.not_covered(
        "a datagram is sent from a connected socket to a port without a socket; the error that a later call would "
        "return (ECONNREFUSED) is not simulated");
  if (queue != nullptr && !call.has_room()) {
    if (d->domain == AF_UNIX) {
      record_reads_only(call);
      return fails_with(EAGAIN);
    }
    queue = nullptr;
  }
  if (queue != nullptr && !is_lost)
    append(*queue, parts, 0, size, d->name);
  else
    record_reads_only(call);
  return static_cast<ssize_t>(size);
}

int bind_to(int fd, const sockaddr* address, socklen_t size, const void* pc) {
  Name name = read_name(address, size, pc);
  const int domain = address->sa_family;
  const OnSocket call(fd, true);
  make_call(call, pc);
  FileDescription* d = description_of(fd);
  if (d == nullptr) return fails_with(EBADF);
  if (!d->is_socket) return fails_with(ENOTSOCK);
  if (d->name != nullptr || domain != d->domain) return fails_with(EINVAL);
  if (domain != AF_UNIX && port_of(name.bytes, domain) == 0) {
    port_of(name.bytes, domain) = htons(socket_names->next_port);
    trail.set(socket_names->next_port, socket_names->next_port + 1);
  }
  if (find_name(name) != nullptr) {
    record_reads_only(call);
    return fails_with(EADDRINUSE);
  }
  give_name(*d, name);
  return 0;
}

int listen_at(int fd, int backlog, const void* pc) {
  make_call(OnSocket(fd, true), pc);
  FileDescription* d = description_of(fd);
  if (d == nullptr) return fails_with(EBADF);
  if (!d->is_socket) return fails_with(ENOTSOCK);
  if (d->is_datagram()) return fails_with(EOPNOTSUPP);
  if (d->listener == nullptr) trail.set(d->listener, undoable<Listener>("the listening socket", d->made_at));
  trail.set(d->listener->backlog, backlog < 0 ? 0 : static_cast<uint32_t>(backlog));
  changed(*socket_names);
  changed(*d);
  return 0;
}

int connect_to(int fd, const sockaddr* address, socklen_t size, const void* pc) {
  const Name name = read_name(address, size, pc);
  const Connect call(fd, name);
  make_call(call, pc);
  FileDescription* d = description_of(fd);
  if (d == nullptr) return fails_with(EBADF);
  if (!d->is_socket) return fails_with(ENOTSOCK);
  if (d->is_datagram()) {
    const bool dissolves = reinterpret_cast<const sockaddr*>(name.bytes)->sa_family == AF_UNSPEC;
    trail.set(d->peer, dissolves ? nullptr : new (undoable_memory(sizeof(Name))) Name(name));
    if (!dissolves && d->name == nullptr && d->domain != AF_UNIX) give_port(*d);
    changed(*d);
    return 0;
  }
  if (d->in != nullptr) return fails_with(EISCONN);
  Listener* listener = call.listener();
  if (listener == nullptr) record_reads_only(call);
  if (listener == nullptr)
    return fails_with(find_name(name) == nullptr && d->domain == AF_UNIX ? ENOENT : ECONNREFUSED);
  if (listener->waiting > listener->backlog) {
    record_reads_only(call);
    return fails_with(EAGAIN);
  }
  Queue *there = new_direction(d->type, d->made_at), *back = new_direction(d->type, d->made_at);
  connect(*d, back, there);
  there->readers = back->writers = 1;  // the end that a thread will accept
  auto* connection = new (undoable_memory(sizeof(Connection))) Connection{};
  connection->in = there;
  connection->out = back;
  connection->peer = d->name;
  world.release(world.current_number(), connection->clock);
  if (listener->last == nullptr)
    trail.set(listener->first, connection);
  else
    trail.set(listener->last->next, connection);
  trail.set(listener->last, connection);
  trail.set(listener->waiting, listener->waiting + 1);
  Name* peer = new (undoable_memory(sizeof(Name))) Name(name);
  trail.set(d->peer, peer);
  changed(*listener);
  changed(*d);
  return 0;
}

int accept_at(int fd, sockaddr* address, socklen_t* size, int flags, const void* pc) {
  const Accept call(fd);
  make_call(call, pc);
  FileDescription* d = description_of(fd);
  if (d == nullptr) return fails_with(EBADF);
  if (!d->is_socket) return fails_with(ENOTSOCK);
  if (d->listener == nullptr) return fails_with(EINVAL);
  Listener& listener = *d->listener;
  Connection* connection = listener.first;
  if (connection == nullptr) {
    record_reads_only(call);
    if (listener.is_shut) return fails_with(EINVAL);
    return fails_with(EAGAIN);
  }
  const int number = lowest_free();
  if (number < 0) return fails_with(EMFILE);
  trail.set(listener.first, connection->next);
  if (connection->next == nullptr) trail.set(listener.last, nullptr);
  trail.set(listener.waiting, listener.waiting - 1);
  changed(listener);
  world.acquire(world.current(), connection->clock);
  FileDescription* accepted = new_socket(d->domain, d->type | flags, location(pc));
  accepted->in = connection->in;  // the queues count this end already: see connect_to
  accepted->out = connection->out;
  accepted->peer = connection->peer;
  accepted->name = nullptr;
  open_at(number, accepted);
  write_name(connection->peer, d->domain, address, size, pc);
  return number;
}

int shut(int fd, int how, const void* pc) {
  make_call(OnSocket(fd, false), pc);
  FileDescription* d = description_of(fd);
  if (d == nullptr) return fails_with(EBADF);
  if (!d->is_socket) return fails_with(ENOTSOCK);
  if (d->listener != nullptr) {
    trail.set(d->listener->is_shut, true);
    changed(*d->listener);
    return 0;
  }
  if (d->in == nullptr) return fails_with(ENOTCONN);
  const uint32_t t = world.current_number();
  if (how != SHUT_RD && d->out->writers != 0) {
    trail.set(d->out->writers, 0);
    world.release(t, d->out->closed);
    changed(*d->out);
  }
  if (how != SHUT_WR && d->in->readers != 0) {
    trail.set(d->in->readers, 0);
    trail.set(d->in->writers, 0);  // no more data can arrive
    world.release(t, d->in->closed);
    changed(*d->in);
  }
  return 0;
}

bool is_socket(int fd) { return description_of(fd) != nullptr && description_of(fd)->is_socket; }

ssize_t send_parts(int fd, const Parts& parts, int flags, const void* pc, const Name* to = nullptr) {
  if (!is_ours(fd)) return fails_with(ENOTSOCK);
  const FileDescription* d = description_of(fd);
  if (d != nullptr && d->is_datagram() && d->out == nullptr) return send_datagram(fd, parts, flags, to, pc);
  return send(fd, parts, flags, pc);
}

ssize_t receive_parts(int fd, const Parts& parts, int flags, const void* pc, const Name** sender = nullptr) {
  if (!is_ours(fd)) return fails_with(ENOTSOCK);
  const uint64_t size = parts.size();
  ssize_t n = receive(fd, parts, flags, pc, sender);
  const FileDescription* d = description_of(fd);
  if ((flags & MSG_WAITALL) == 0 || parts.count != 1 || (d != nullptr && d->is_datagram())) return n;
  for (ssize_t more; n > 0 && static_cast<uint64_t>(n) < size; n += more) {
    const iovec rest{static_cast<uint8_t*>(parts.parts[0].iov_base) + n, size - static_cast<uint64_t>(n)};
    more = receive(fd, {&rest, 1}, flags, pc);
    if (more <= 0) break;
  }
  return n;
}

}  // namespace

ssize_t mover::runtime::send_to_peer(int fd, const Parts& from, const void* pc) {
  return send_datagram(fd, from, 0, nullptr, pc);
}

MOVER_EXPORT int socketpair(int domain, int type, int protocol, int ends[2]) {
  if (!world.controls()) return REAL(socketpair)(domain, type, protocol, ends);
  const int kind = type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (domain != AF_UNIX || (kind != SOCK_STREAM && kind != SOCK_SEQPACKET && kind != SOCK_DGRAM))
    return fails_with(EOPNOTSUPP);
  make_call(Open(2), PC);
  const int first = lowest_free(), second = first < 0 ? -1 : lowest_free(first + 1);
  if (second < 0) return fails_with(EMFILE);
  const ir::LocId loc = location(PC);
  FileDescription *one = new_socket(domain, type, loc), *other = new_socket(domain, type, loc);
  Queue *there = new_direction(kind, loc), *back = new_direction(kind, loc);
  there->what = back->what = "the socket pair";
  connect(*one, back, there);
  connect(*other, there, back);
  open_at(first, one);
  open_at(second, other);
  plain_access(ends, 2 * sizeof *ends, true, PC);
  ends[0] = first;
  ends[1] = second;
  return 0;
}
MOVER_EXPORT int socket(int domain, int type, int protocol) {
  if (!world.controls()) return REAL(socket)(domain, type, protocol);
  if (!is_simulated(domain, type))
    world.cannot_follow(
        "the program creates a socket of a kind that is not simulated (stream and datagram sockets are simulated)",
        location(PC));
  relies_on(Assumption::Network, "creates a socket at", PC);
  make_call(Open(1), PC);
  const int fd = lowest_free();
  if (fd < 0) return fails_with(EMFILE);
  FileDescription* d = new_socket(domain, type, location(PC));
  if (d->is_datagram()) {
    d->in = new_direction(d->type, d->made_at);
    d->in->what = "the socket";
    d->in->readers = d->in->writers = 1;  // it has no end of file
  }
  open_at(fd, d);
  return fd;
}

#define SOCKET(type, name, parameters, arguments, body) \
  MOVER_EXPORT type name parameters {                   \
    if (!world.controls()) return REAL(name) arguments; \
    if (!is_ours(fd)) return fails_with(ENOTSOCK);      \
    body                                                \
  }
SOCKET(int, bind, (int fd, const sockaddr* a, socklen_t n), (fd, a, n), { return bind_to(fd, a, n, PC); })
SOCKET(int, listen, (int fd, int backlog), (fd, backlog), { return listen_at(fd, backlog, PC); })
SOCKET(int, connect, (int fd, const sockaddr* a, socklen_t n), (fd, a, n), { return connect_to(fd, a, n, PC); })
SOCKET(int, accept, (int fd, sockaddr* a, socklen_t* n), (fd, a, n), { return accept_at(fd, a, n, 0, PC); })
SOCKET(int, accept4, (int fd, sockaddr* a, socklen_t* n, int flags), (fd, a, n, flags),
       { return accept_at(fd, a, n, flags, PC); })
SOCKET(int, shutdown, (int fd, int how), (fd, how), { return shut(fd, how, PC); })
SOCKET(int, getsockname, (int fd, sockaddr* a, socklen_t* n), (fd, a, n), {
  if (!is_socket(fd)) return fails_with(ENOTSOCK);
  return write_name(description_of(fd)->name, description_of(fd)->domain, a, n, PC);
})
SOCKET(int, getpeername, (int fd, sockaddr* a, socklen_t* n), (fd, a, n), {
  if (!is_socket(fd)) return fails_with(ENOTSOCK);
  const FileDescription& d = *description_of(fd);
  if (d.in == nullptr || (d.is_datagram() && d.out == nullptr && d.peer == nullptr)) return fails_with(ENOTCONN);
  return write_name(description_of(fd)->peer, description_of(fd)->domain, a, n, PC);
})
// Options have no effect in the simulation.
SOCKET(int, setsockopt, (int fd, int level, int name, const void* value, socklen_t n), (fd, level, name, value, n), {
  if (!is_socket(fd)) return fails_with(ENOTSOCK);
  if (level == SOL_SOCKET && (name == SO_RCVTIMEO || name == SO_SNDTIMEO))
    world.not_covered("time limits of sockets (SO_RCVTIMEO, SO_SNDTIMEO) are not simulated: no call times out");
  return 0;
})
SOCKET(int, getsockopt, (int fd, int level, int name, void* value, socklen_t* n), (fd, level, name, value, n), {
  if (!is_socket(fd)) return fails_with(ENOTSOCK);
  plain_access(value, *n, true, PC);
  std::memset(value, 0, *n);
  if (level == SOL_SOCKET && name == SO_TYPE && *n >= sizeof(int)) *static_cast<int*>(value) = description_of(fd)->type;
  return 0;
})

MOVER_EXPORT ssize_t send(int fd, const void* from, size_t size, int flags) {
  if (!world.controls()) return REAL(send)(fd, from, size, flags);
  const iovec part{const_cast<void*>(from), size};
  return send_parts(fd, {&part, 1}, flags, PC);
}
MOVER_EXPORT ssize_t sendto(int fd, const void* from, size_t size, int flags, const sockaddr* to, socklen_t n) {
  if (!world.controls()) return REAL(sendto)(fd, from, size, flags, to, n);
  const iovec part{const_cast<void*>(from), size};
  if (to == nullptr) return send_parts(fd, {&part, 1}, flags, PC);
  const Name name = read_name(to, n, PC);
  return send_parts(fd, {&part, 1}, flags, PC, &name);
}
MOVER_EXPORT ssize_t sendmsg(int fd, const msghdr* message, int flags) {
  if (!world.controls()) return REAL(sendmsg)(fd, message, flags);
  if (message->msg_controllen != 0)
    world.cannot_follow("the program sends descriptors or credentials over a socket, which is not simulated",
                        location(PC));
  const Parts parts{message->msg_iov, static_cast<int>(message->msg_iovlen)};
  if (message->msg_name == nullptr) return send_parts(fd, parts, flags, PC);
  const Name name = read_name(static_cast<const sockaddr*>(message->msg_name), message->msg_namelen, PC);
  return send_parts(fd, parts, flags, PC, &name);
}
MOVER_EXPORT ssize_t recv(int fd, void* to, size_t size, int flags) {
  if (!world.controls()) return REAL(recv)(fd, to, size, flags);
  const iovec part{to, size};
  return receive_parts(fd, {&part, 1}, flags, PC);
}
MOVER_EXPORT ssize_t __recv_chk(int fd, void* to, size_t size, size_t, int flags) {
  if (!world.controls()) return REAL(recv)(fd, to, size, flags);
  const iovec part{to, size};
  return receive_parts(fd, {&part, 1}, flags, PC);
}
MOVER_EXPORT ssize_t recvfrom(int fd, void* to, size_t size, int flags, sockaddr* from, socklen_t* n) {
  if (!world.controls()) return REAL(recvfrom)(fd, to, size, flags, from, n);
  const iovec part{to, size};
  const Name* sender = nullptr;
  const ssize_t got = receive_parts(fd, {&part, 1}, flags, PC, &sender);
  if (got < 0 || !is_socket(fd)) return got;
  const FileDescription& d = *description_of(fd);
  write_name(d.is_datagram() ? sender : d.peer, d.domain, from, n, PC);
  return got;
}
MOVER_EXPORT ssize_t recvmsg(int fd, msghdr* message, int flags) {
  if (!world.controls()) return REAL(recvmsg)(fd, message, flags);
  message->msg_controllen = 0;
  message->msg_flags = 0;
  const Name* sender = nullptr;
  const ssize_t got = receive_parts(fd, {message->msg_iov, static_cast<int>(message->msg_iovlen)}, flags, PC, &sender);
  if (got < 0 || sender == nullptr || message->msg_name == nullptr)
    message->msg_namelen = 0;
  else
    write_name(sender, description_of(fd)->domain, static_cast<sockaddr*>(message->msg_name), &message->msg_namelen,
               PC);
  return got;
}
