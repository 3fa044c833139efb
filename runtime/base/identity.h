// Names of the program's memory. Several processes use the same address for different memory, so the run-time's tables
// (past accesses, synchronisation objects, refinements) and the search know memory by its *identity*: the address, and
// above it the number of the process that owns the memory. Memory that processes share, and memory of the run-time
// library itself, belongs to no process. The identities of the first process are its addresses.
#pragma once

#include <cstdint>

namespace mover::runtime {

constexpr unsigned kProcessShift = 48;
constexpr uint64_t kAddressMask = (uint64_t{1} << kProcessShift) - 1;
constexpr uint64_t kProcessMask = 63;

// The address that the identity names. Flags above the process (SyncObject::kAtomic) are left out.
constexpr uint64_t address_of(uint64_t identity) { return identity & kAddressMask; }
constexpr uint32_t process_of(uint64_t identity) {
  return static_cast<uint32_t>(identity >> kProcessShift & kProcessMask);
}

// The number of the process whose operation is executed or examined, shifted by kProcessShift.
extern uint64_t process_tag;

uint64_t identity_in_process(uint64_t address);

// The identity of the memory at this address in that process. A value with a process's number is returned as it is.
inline uint64_t identity(uint64_t address) { return process_tag == 0 ? address : identity_in_process(address); }

}  // namespace mover::runtime
