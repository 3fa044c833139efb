// C99 inline without an external definition: gcc -O2 and clang -O1 accept and run it; Mover says "not modelled".
#include <assert.h>
int x;
inline int twice(int a) { return 2 * a; }
int main(void) { x = twice(3); assert(x == 6); return 0; }
