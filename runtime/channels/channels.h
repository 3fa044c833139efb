// Pipes, sockets, event counters and their descriptors. The run-time library simulates them in its own memory, which
// the trail restores. So operations on them can be ordered, blocked and undone like operations on a mutex. Descriptors
// below kFirstDescriptor belong to the kernel.
#pragma once

#include <sys/uio.h>

#include <vector>

#include "scheduling/world.h"

namespace mover::runtime {

constexpr int kFirstDescriptor = 64, kMostDescriptors = 960;

// A simulated object that several threads may use. The search identifies a channel by the address of its version
// number, which every change of the channel increments.
struct Channel {
  uint64_t version = 0;
  const char* what = "";
  ir::LocId made_at = 0;

  Address address() const { return reinterpret_cast<Address>(&version); }
};

// The bytes that one step has written. They never change and are kept until the write is undone.
struct Segment {
  Segment* next;
  uint64_t size;
  Clock clock;                        // the writer's clock
  const struct Name* from = nullptr;  // of a datagram: the sender's name, or null

  const uint8_t* bytes() const { return reinterpret_cast<const uint8_t*>(this + 1); }
};

// One direction of a pipe or connection.
struct Queue : Channel {
  Segment *first = nullptr, *last = nullptr;
  uint64_t taken = 0;  // how many bytes of the first segment have been read
  uint64_t used = 0, capacity = 65536;
  uint32_t readers = 0, writers = 0;  // the numbers of open ends
  bool keeps_messages = false;        // a read returns bytes of one segment only
  bool whole_writes = false;          // a write of at most PIPE_BUF bytes is atomic
  Clock closed;                       // released by every thread that closes an end

  uint64_t room() const { return used < capacity ? capacity - used : 0; }
};

struct Counter : Channel {  // eventfd
  uint64_t value = 0;
  bool takes_one = false;  // EFD_SEMAPHORE: a read takes 1 from the value, not all of it
  Clock clock;
};

// A connection that no thread has accepted yet.
struct Connection {
  Connection* next;
  Queue *in, *out;
  struct Name* peer;
  Clock clock;
};

struct Listener : Channel {
  Connection *first = nullptr, *last = nullptr;
  uint32_t waiting = 0, backlog = 0;
  bool is_shut = false;
};

// The name (address) of a socket.
struct Name {
  Name* next;  // the next name in the list of all names that have ever been bound
  struct FileDescription* socket;
  bool is_unbound;
  uint32_t size;
  alignas(8) uint8_t bytes[128];
};

// A descriptor that an epoll instance watches.
struct Watched {
  Watched* next;
  int fd;
  uint32_t events;
  uint64_t data;
  bool is_removed;
};

struct FileDescription : Channel {
  uint32_t references = 0;
  int flags = 0;  // O_NONBLOCK, O_RDONLY, …
  Queue *in = nullptr, *out = nullptr;
  Counter* counter = nullptr;
  Listener* listener = nullptr;
  Name *name = nullptr, *peer = nullptr;
  Watched* watched = nullptr;
  bool is_socket = false, is_epoll = false;
  int domain = 0, type = 0;
  bool is_datagram() const;         // a datagram socket, which has a name or may get one
  int file = -1;                    // if this is a device: the kernel's descriptor
  struct FileNode* node = nullptr;  // if this is a file or directory: its inode
  const char* path = "";            // if this is a directory: its path, in the form of Entry::path
  int lock = 0;                     // the lock that flock has acquired: 0 none, 1 shared, 2 exclusive
  bool is_random = false;           // this is a device that returns random numbers
  uint64_t offset = 0;
};

// A descriptor. It keeps all descriptions that it has ever referred to, because a call that uses the descriptor may
// have been blocked on any of them in an earlier state (see Call).
struct Slot : Channel {
  struct Past {
    Past* older;
    FileDescription* description;
  };
  FileDescription* description = nullptr;
  Past* past = nullptr;    // all descriptions so far, including the current one; the newest comes first
  uint32_t closed_by = 0;  // the thread that closed the descriptor last
};

struct DescriptorTable {
  Channel numbers;  // the set of free descriptors
  Slot slots[kMostDescriptors];
};
extern DescriptorTable* descriptors;  // of the current process
DescriptorTable* copy_descriptors();  // for a new process, which shares all open descriptions
struct SocketNames : Channel {        // the set of bound names
  Name* bound = nullptr;
  uint16_t next_port = 40000;
};
extern SocketNames* socket_names;

inline bool is_ours(int fd) { return fd >= kFirstDescriptor && fd < kFirstDescriptor + kMostDescriptors; }
inline Slot& slot_of(int fd) { return descriptors->slots[fd - kFirstDescriptor]; }
inline FileDescription* description_of(int fd) { return is_ours(fd) ? slot_of(fd).description : nullptr; }

// Allocates memory that is freed when the current step is undone.
void* undoable_memory(uint64_t bytes);
// Allocates memory of the run-time library that a thread uses before and after it parks. Backtracking may resume the
// parked thread several times. With ordinary memory, the first continuation would free memory that the next one uses.
constexpr uint64_t kMostOnStack = 16 << 10;
#define MEMORY_ACROSS_STEPS(size) ((size) <= kMostOnStack ? __builtin_alloca(size) : undoable_memory(size))
template <typename T>
T* undoable(const char* what, ir::LocId loc) {
  T* object = new (undoable_memory(sizeof(T))) T;
  object->what = what;
  object->made_at = loc;
  return object;
}

// The call that a thread is parked at. It lies on that thread's stack (with several processes: in a copy, see
// make_call_at), and its functions are evaluated anew in every state. The footprint of a call that can block contains
// everything that the call may have been blocked on in any earlier state of the execution: a search that moves the call
// to an earlier state must find the dependent steps.
struct Call {
  virtual bool can_be_done(WaitsFor& why) const = 0;  // whether the call can complete in this state
  virtual bool waits() const { return true; }  // whether the call blocks until it can complete; otherwise it fails
  virtual void touches(std::vector<Access>& all) const = 0;  // adds the call's footprint
  virtual Address object() const = 0;                        // the object that a blocked call waits for
  // The number of the call's outcomes in this state, and the aspect in which they differ.
  virtual uint32_t alternatives() const { return 1; }
  virtual Alternatives kind_of_alternatives() const { return Alternatives::Overtaking; }
};
inline void touch(std::vector<Access>& all, const Channel* channel, bool write) {
  if (channel != nullptr) all.push_back({channel->address(), sizeof channel->version, write, true});
}
// Zeroes the stack below the caller's frame. The detection of spin loops (World::arrive) compares stacks, and so does
// state matching: dead data of earlier calls would make equal states differ.
void wipe_stack();
// Calls f(description) for every description that the descriptor has ever referred to.
template <typename F>
void for_each_past(int fd, F f) {
  for (const Slot::Past* past = slot_of(fd).past; past != nullptr; past = past->older) f(*past->description);
}
bool call_is_enabled(const Call& call, WaitsFor& why);
// Adds the footprint of the call in the current state. If the call would fail now, its writes are conditional.
void touches_of(const Call& call, std::vector<Access>& all);

// Parks the current thread at the call until the search schedules it.
void park_at_call(const Call& call, ir::LocId loc);
// If there are several processes, the search may examine the call while the thread's stack is not mapped. So the call
// is copied to memory of the run-time library.
constexpr uint64_t kLargestCall = 256;
void* room_for_call();
template <typename T>
void make_call_at(const T& call, ir::LocId loc) {
  static_assert(sizeof(T) <= kLargestCall);
  if (!world.has_processes()) return park_at_call(call, loc);
  T* copy = new (room_for_call()) T(call);
  if constexpr (requires { copy->keep(); }) copy->keep();
  park_at_call(*copy, loc);
}
template <typename T>
void make_call(const T& call, const void* pc) {
  make_call_at(call, location(pc));
}
// Copies what a call refers to, for the same purpose.
const void* kept_for_call(const void* bytes, uint64_t size);
void changed(Channel& channel);
void record_reads_only(const Call& call);  // records that the call has read its footprint and changed nothing

// Ends and descriptors.
FileDescription* new_description(const char* what, int flags, ir::LocId loc);
int lowest_free(int from = kFirstDescriptor);  // -1: no descriptor is free
void closes_standard_stream(ir::LocId loc);
void open_at(int fd, FileDescription* description);
void close_at(int fd);
// `closed`: the number of descriptors that the call closes and that refer to the same description as `fd`.
void touch_closing(int fd, std::vector<Access>& all, uint32_t closed = 1);
// Takes `count` free descriptors, the lowest ones from `from` on.
struct Open : Call {
  int count, from;
  explicit Open(int count, int from = kFirstDescriptor) : count(count), from(from) {}
  bool can_be_done(WaitsFor&) const override { return true; }
  void touches(std::vector<Access>& all) const override;
  Address object() const override { return descriptors->numbers.address(); }
};
Queue* new_queue(const char* what, uint64_t capacity, ir::LocId loc);
void connect(FileDescription& end, Queue* in, Queue* out);
void unbind(Name* name);

// Bytes.
// Pieces of the program's memory, as readv and writev take them.
struct Parts {
  const iovec* parts;
  int count;
  uint64_t size() const;
};
void append(Queue& queue, const Parts& from, uint64_t skip, uint64_t size, const Name* sender = nullptr);
bool has_data(const Queue& queue);  // a read does not block: there is data, or no writer is left
// A range of bytes that a call has read from a queue. The bytes stay in their segments.
struct Taken {
  const Segment* segment = nullptr;
  uint64_t offset = 0, size = 0;
};
// `leave`: the bytes stay in the queue (MSG_PEEK). `overtakes`: the number of messages that the taken one has
// overtaken.
Taken take(Queue& queue, uint64_t most, bool leave, uint32_t overtakes = 0);
void copy(Taken& from, uint8_t* to, uint64_t size);

std::string describe_channel(Address address);
void open_channels();

// Signals that a thread sends to its own process.
void deliver(int signal, const char* why, ir::LocId loc);
void inherit_mask(uint32_t parent, uint32_t child);  // the signal mask

}  // namespace mover::runtime
