// std::random_device: its numbers are those of mrand48, so they are the same in every execution.
#include <cstdlib>
#include <random>

extern "C" {
#include "libc/builtins.h"
}

namespace std {

void random_device::_M_init(const string&) {
  __mover_note("std::random_device yields the same numbers in every execution");
}
void random_device::_M_fini() {}
random_device::result_type random_device::_M_getval() { return static_cast<result_type>(mrand48()); }
double random_device::_M_getentropy() const noexcept { return 0.0; }

}  // namespace std
