// <arpa/inet.h>: records the accesses of conversions between network addresses and text.
#include <arpa/inet.h>

#include <cstring>

#include "base/real.h"
#include "memory/access.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

static size_t size_of_address(int family) {
  return family == AF_INET ? sizeof(in_addr) : family == AF_INET6 ? sizeof(in6_addr) : 0;
}

MOVER_EXPORT int inet_pton(int family, const char* text, void* to) noexcept {
  if (!world.controls()) return REAL(inet_pton)(family, text, to);
  in6_addr made;
  const int result = REAL(inet_pton)(family, text, &made);
  if (result >= 0) reads_text(text, std::strlen(text) + 1, PC);
  if (result != 1) return result;
  plain_access(to, size_of_address(family), true, PC);
  std::memcpy(to, &made, size_of_address(family));
  return result;
}
MOVER_EXPORT const char* inet_ntop(int family, const void* from, char* to, socklen_t size) noexcept {
  if (!world.controls()) return REAL(inet_ntop)(family, from, to, size);
  char text[INET6_ADDRSTRLEN];
  plain_access(from, size_of_address(family), false, PC);
  if (REAL(inet_ntop)(family, from, text, sizeof text) != nullptr && std::strlen(text) < size)
    plain_access(to, std::strlen(text) + 1, true, PC);
  return REAL(inet_ntop)(family, from, to, size);
}
