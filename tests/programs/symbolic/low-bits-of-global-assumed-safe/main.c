// The alignment of the variable does not fix these bits of its address.
#include <assert.h>
#include <stdint.h>

char x;

int main() { assert(((uintptr_t)&x & 14) == 0); }
