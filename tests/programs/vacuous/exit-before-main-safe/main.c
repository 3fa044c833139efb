// A constructor ends the process, so no execution reaches main.
#include <assert.h>
#include <stdlib.h>

__attribute__((constructor)) static void leave(void) { exit(0); }

int main() { assert(0); }
