// The same tests: an EXPECT that fails in one order is found.
// expect: assertion
// flags: --filter=Counter.Atomic --check=assertion
// compile: -lgtest -lgtest_main
#include "gtest_counter.h"
