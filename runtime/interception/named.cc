// Named semaphores, which are simulated, and other kernel objects, which are not.
#include <fcntl.h>
#include <mqueue.h>
#include <semaphore.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

#include <cerrno>
#include <cstdarg>
#include <cstring>

#include "base/real.h"
#include "channels/channels.h"
#include "memory/access.h"
#include "memory/images.h"
#include "scheduling/assumptions.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace {

// A named semaphore. None exists when the program begins.
struct Named {
  Named* next;
  sem_t* semaphore;
  bool linked;
  char name[256];
};
struct Names : Channel {
  Named* first = nullptr;
};
Names& names() {
  static auto* all = new Names;
  all->what = "the names of semaphores";
  return *all;
}

struct ByName : Call {
  bool can_be_done(WaitsFor&) const override { return true; }
  void touches(std::vector<Access>& all) const override { touch(all, &names(), true); }
  Address object() const override { return names().address(); }
};

Named* find_named(const char* name) {
  for (Named* one = names().first; one != nullptr; one = one->next)
    if (one->linked && std::strcmp(one->name, name) == 0) return one;
  return nullptr;
}

sem_t* no_semaphore(int error) {
  errno = error;
  return SEM_FAILED;
}

// A semaphore lies in a page of its own, which processes share. Each process that opens it maps the page.
void map_semaphore(sem_t* semaphore) {
  mappings.set_flags(reinterpret_cast<uint64_t>(semaphore), kPageSize,
                     static_cast<uint8_t>(Mappings::kMapped | PROT_READ | PROT_WRITE));
}

sem_t* open_named(const char* name, int flags, unsigned value, const void* pc) {
  make_call(ByName(), pc);
  if (Named* there = find_named(name)) {
    if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) return no_semaphore(EEXIST);
    map_semaphore(there->semaphore);
    return there->semaphore;
  }
  if ((flags & O_CREAT) == 0) return no_semaphore(ENOENT);
  if (std::strlen(name) >= sizeof(Named::name)) return no_semaphore(ENAMETOOLONG);
  const uint64_t page = mappings.allocate(world.current_number(), kPageSize, false, location(pc));
  if (page == 0) return no_semaphore(ENOMEM);
  auto* semaphore = reinterpret_cast<sem_t*>(page);
  shared_ranges.add(page, page + kPageSize);
  map_semaphore(semaphore);
  auto* named = new (undoable_memory(sizeof(Named))) Named{names().first, semaphore, true, {}};
  std::strcpy(named->name, name);
  trail.set(names().first, named);
  changed(names());
  SyncObject& object = world.object(reinterpret_cast<Address>(semaphore), SyncObject::Kind::Semaphore);
  trail.save(object);
  object.words.count = value;
  object.words.destroyed = 0;
  relies_on(Assumption::NamedSemaphores, "opens one at", pc);
  return semaphore;
}

}  // namespace

MOVER_EXPORT sem_t* sem_open(const char* name, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = va_arg(arguments, mode_t);
  const unsigned value = va_arg(arguments, unsigned);
  va_end(arguments);
  return world.controls() ? open_named(name, flags, value, PC) : REAL(sem_open)(name, flags, mode, value);
}
MOVER_EXPORT int sem_close(sem_t* semaphore) { return world.controls() ? 0 : REAL(sem_close)(semaphore); }
MOVER_EXPORT int sem_unlink(const char* name) {
  if (!world.controls()) return REAL(sem_unlink)(name);
  make_call(ByName(), PC);
  Named* there = find_named(name);
  if (there == nullptr) return no_semaphore(ENOENT), -1;
  trail.set(there->linked, false);
  changed(names());
  return 0;
}

#define NO_OBJECT(type, name, parameters, arguments)                                          \
  MOVER_EXPORT type name parameters {                                                         \
    if (!world.controls()) return REAL(name) arguments;                                       \
    world.cannot_follow("the program calls " #name ", which is not simulated", location(PC)); \
  }
NO_OBJECT(mqd_t, mq_open, (const char* n, int f, ...), (n, f))
NO_OBJECT(int, timerfd_create, (clockid_t c, int f), (c, f))
NO_OBJECT(int, signalfd, (int d, const sigset_t* s, int f), (d, s, f))
NO_OBJECT(int, inotify_init, (), ())
NO_OBJECT(int, inotify_init1, (int f), (f))
