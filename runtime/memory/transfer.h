// Reads from and writes to file descriptors.
#pragma once

#include "channels/channels.h"

namespace mover::runtime {

// Like recvmsg and sendmsg, with the same `flags` (MSG_…), results and errors (errno).
// `sender`: receives the name of the sender of a datagram, or null.
ssize_t receive(int fd, const Parts& to, int flags, const void* pc, const Name** sender = nullptr);
ssize_t send(int fd, const Parts& from, int flags, const void* pc);

// write() on a datagram socket (interception/sockets.cc).
ssize_t send_to_peer(int fd, const Parts& from, const void* pc);

int fails_with(int error);  // sets errno; returns -1

// The events that poll reports for the descriptor.
short events_at(int fd, short wanted);

}  // namespace mover::runtime
