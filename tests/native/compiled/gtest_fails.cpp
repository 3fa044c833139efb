// The same tests. An EXPECT that fails in one interleaving is found.
// expect: assertion
// flags: --filter=Counter.Atomic --check=assertion
// compile: -lgtest -lgtest_main
#include "gtest_counter.h"
