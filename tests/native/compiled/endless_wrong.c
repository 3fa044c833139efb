// Three threads that never end, and states that are revisited: one of the states is a violation.
// expect: assertion
// compile: -DMOST=1
#include "endless.c"
