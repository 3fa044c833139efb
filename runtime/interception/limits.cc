// The process's limits of resources (getrlimit, setrlimit). They are part of the simulation and do not limit anything.
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>

#include "base/real.h"
#include "memory/access.h"
#include "scheduling/assumptions.h"
#include "scheduling/process_state.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

namespace {

struct Limits {
  rlimit now[RLIM_NLIMITS];
  Limits() {
    for (unsigned resource = 0; resource < RLIM_NLIMITS; ++resource)
      REAL(getrlimit)(static_cast<__rlimit_resource>(resource), &now[resource]);
  }
};

int use_limit(unsigned resource, const rlimit* next, rlimit* old, const void* pc) {
  static Limits limits;
  if (resource >= RLIM_NLIMITS) return fails_with(EINVAL);
  rlimit wanted{};
  if (next != nullptr) {
    plain_access(next, sizeof *next, false, pc);
    wanted = *next;
  }
  access_state(process_state.limits, next != nullptr, location(pc));
  rlimit& limit = limits.now[resource];
  const rlimit before = limit;
  if (next != nullptr) {
    if (wanted.rlim_cur > wanted.rlim_max) return fails_with(EINVAL);
    if (wanted.rlim_max > limit.rlim_max && geteuid() != 0) return fails_with(EPERM);
    trail.set(limit, wanted);
    world.cannot_compare();
  }
  if (old == nullptr) return 0;
  relies_on(Assumption::System, "queries it at", pc);
  plain_access(old, sizeof *old, true, pc);
  *old = before;
  return 0;
}

}  // namespace

#define LIMIT_CALLS(suffix)                                                                                      \
  MOVER_EXPORT int getrlimit##suffix(__rlimit_resource_t resource, struct rlimit##suffix* to) noexcept {         \
    return world.controls() ? use_limit(resource, nullptr, reinterpret_cast<rlimit*>(to), PC)                    \
                            : REAL(getrlimit##suffix)(resource, to);                                             \
  }                                                                                                              \
  MOVER_EXPORT int setrlimit##suffix(__rlimit_resource_t resource, const struct rlimit##suffix* from) noexcept { \
    return world.controls() ? use_limit(resource, reinterpret_cast<const rlimit*>(from), nullptr, PC)            \
                            : REAL(setrlimit##suffix)(resource, from);                                           \
  }                                                                                                              \
  MOVER_EXPORT int prlimit##suffix(pid_t process, __rlimit_resource resource, const struct rlimit##suffix* from, \
                                   struct rlimit##suffix* to) noexcept {                                         \
    if (world.controls() && (process == 0 || process == getpid()))                                               \
      return use_limit(resource, reinterpret_cast<const rlimit*>(from), reinterpret_cast<rlimit*>(to), PC);      \
    return REAL(prlimit##suffix)(process, resource, from, to);                                                   \
  }
LIMIT_CALLS()
LIMIT_CALLS(64)
