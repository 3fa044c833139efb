// A test of GoogleTest's that holds in every order; the other one would not.
// expect: safe
// flags: --filter=Counter.Locked
// compile: -lgtest -lgtest_main
#include "gtest_counter.h"
