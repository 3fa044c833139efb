// Pipes, sockets, event counters and their descriptors. The run-time library simulates them in its own memory, which
// the trail restores, so that operations on them can be ordered, blocked and undone like those on a mutex. Descriptors
// below kFirstDescriptor are the kernel's.
#pragma once

#include <sys/uio.h>

#include <vector>

#include "scheduling/world.h"

namespace mover::runtime {

constexpr int kFirstDescriptor = 64, kMostDescriptors = 960;

// Something that operations of several threads meet at. The address of its version stands for it in the search; the
// version changes with it.
struct Channel {
  uint64_t version = 0;
  const char* what = "";
  ir::LocId made_at = 0;

  Address address() const { return reinterpret_cast<Address>(&version); }
};

struct Segment {  // of what was written; it does not change any more, and stays until the writing is undone
  Segment* next;
  uint64_t size;
  Clock clock;  // of the writer

  const uint8_t* bytes() const { return reinterpret_cast<const uint8_t*>(this + 1); }
};

// One direction of a pipe or connection.
struct Queue : Channel {
  Segment *first = nullptr, *last = nullptr;
  uint64_t taken = 0;  // of the first segment
  uint64_t used = 0, capacity = 65536;
  uint32_t readers = 0, writers = 0;  // open ends
  bool keeps_messages = false;        // one segment per read
  bool whole_writes = false;          // of at most PIPE_BUF bytes
  Clock closed;                       // when an end was closed

  uint64_t room() const { return used < capacity ? capacity - used : 0; }
};

struct Counter : Channel {  // eventfd
  uint64_t value = 0;
  bool takes_one = false;
  Clock clock;
};

struct Connection {  // that waits to be accepted
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

struct Name {  // of a socket
  Name* next;  // in the list of those that are bound, or were
  struct FileDescription* socket;
  bool is_gone;
  uint32_t size;
  alignas(8) uint8_t bytes[128];
};

struct Watched {  // by an epoll instance
  Watched* next;
  int fd;
  uint32_t events;
  uint64_t data;
  bool is_gone;
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
  int file = -1;                    // the kernel's descriptor of a device
  struct FileNode* node = nullptr;  // a file or directory, which is read and written at `offset`
  const char* path = "";            // of a directory: see Entry
  int lock = 0;                     // flock: 1 shared, 2 exclusive
  bool is_random = false;           // it is a device that gives random numbers
  uint64_t offset = 0;
};

// A descriptor. Its earlier meanings are kept: a thread that waited there then, in another order of things,
// would have waited for that (see Call::touches).
struct Slot : Channel {
  struct Past {
    Past* older;
    FileDescription* description;
  };
  FileDescription* description = nullptr;
  Past* past = nullptr;    // the present one included
  uint32_t closed_by = 0;  // the thread that did so last
};

struct DescriptorTable {
  Channel numbers;  // which of them are free
  Channel names;    // which are bound
  Name* bound = nullptr;
  uint16_t next_port = 40000;
  Slot slots[kMostDescriptors];
};
extern DescriptorTable* descriptors;

inline bool is_ours(int fd) { return fd >= kFirstDescriptor && fd < kFirstDescriptor + kMostDescriptors; }
inline Slot& slot_of(int fd) { return descriptors->slots[fd - kFirstDescriptor]; }
inline FileDescription* description_of(int fd) { return is_ours(fd) ? slot_of(fd).description : nullptr; }

// Memory that is taken back when the present step is undone.
void* undoable_memory(uint64_t bytes);
// Memory of our own that is used on both sides of a step. Memory that is allocated otherwise would be given back by one
// continuation of the step and used by the next.
constexpr uint64_t kMostOnStack = 16 << 10;
#define MEMORY_ACROSS_STEPS(size) ((size) <= kMostOnStack ? __builtin_alloca(size) : undoable_memory(size))
template <typename T>
T* undoable(const char* what, ir::LocId loc) {
  T* object = new (undoable_memory(sizeof(T))) T;
  object->what = what;
  object->made_at = loc;
  return object;
}

// The call that a thread is parked at. It lies on that thread's stack; all is asked anew in every state. One that can
// wait touches all that it may have waited for in any state on the way to this one: a search that moves it there must
// find what it waits for among the steps before.
struct Call {
  virtual bool can_be_done(WaitsFor& why) const = 0;  // without waiting
  virtual bool waits() const { return true; }         // until then; otherwise it merely says so
  virtual void touches(std::vector<Access>& all) const = 0;
  virtual Address object() const = 0;  // what it waits for
};
inline void touch(std::vector<Access>& all, const Channel* channel, bool write) {
  if (channel != nullptr) all.push_back({channel->address(), sizeof channel->version, write, true});
}
// A thread that comes back to the same place must look the same there (World::arrive): what was left on the stack below
// the caller is made zero.
void wipe_stack();
// … with f(description) for all that the descriptor has stood for.
template <typename F>
void for_each_past(int fd, F f) {
  for (const Slot::Past* past = slot_of(fd).past; past != nullptr; past = past->older) f(*past->description);
}
bool call_is_enabled(const Call& call, WaitsFor& why);
void touches_of(const Call& call, std::vector<Access>& all);

// Parks the current thread at it, until it is its turn.
void make_call(const Call& call, const void* pc);
void changed(Channel& channel);
void merely_looked(const Call& call);  // it has changed nothing

// Ends and descriptors.
FileDescription* new_description(const char* what, int flags, ir::LocId loc);
int lowest_free(int from = kFirstDescriptor);  // -1: none
void open_at(int fd, FileDescription* description);
void close_at(int fd);
void touch_closing(int fd, std::vector<Access>& all);
struct Open : Call {  // takes that many free descriptors
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
struct Parts {  // of the program's memory, in a row
  const iovec* parts;
  int count;
  uint64_t size() const;
};
void append(Queue& queue, const Parts& from, uint64_t skip, uint64_t size);
bool has_data(const Queue& queue);  // or has come to its end
// Pieces of what was taken, which stay where they are.
struct Taken {
  const Segment* segment = nullptr;
  uint64_t offset = 0, size = 0;
};
Taken take(Queue& queue, uint64_t most, bool leave);
void copy(Taken& from, uint8_t* to, uint64_t size);

std::string describe_channel(Address address);
void open_channels();

// Signals that a thread sends to its own process.
void deliver(int signal, const char* why, ir::LocId loc);
void inherit_mask(uint32_t parent, uint32_t child);  // of signals

}  // namespace mover::runtime
