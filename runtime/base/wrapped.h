// The functions that the run-time library's own code calls in place of memcpy etc. (ld --wrap): see
// libraries/inside.cc.
#pragma once

#include <cstddef>

extern "C" {
void* __wrap_memcpy(void*, const void*, size_t);
void* __wrap_memmove(void*, const void*, size_t);
void* __wrap_memset(void*, int, size_t);
int __wrap_memcmp(const void*, const void*, size_t);
size_t __wrap_strlen(const char*);
}
