// The modules (executable and shared libraries) of this process.
#pragma once

#include "native/protocol.h"

namespace mover::native {

// The module that contains the address of code or data.
ModuleAddress module_of(Address address);

}  // namespace mover::native
