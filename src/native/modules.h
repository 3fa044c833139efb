// Which file an address of this process comes from.
#pragma once

#include "native/protocol.h"

namespace mover::native {

// The executable or shared library that the address belongs to, code or data.
ModuleAddress module_of(Address address);

}  // namespace mover::native
