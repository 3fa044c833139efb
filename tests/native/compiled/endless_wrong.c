// Three threads that never end, and states that come again: one of them is wrong.
// expect: assertion
// compile: -DMOST=1
#include "endless.c"
