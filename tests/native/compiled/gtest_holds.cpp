// A GoogleTest test that passes in every interleaving. The other test of the header would fail in one.
// expect: safe
// flags: --filter=Counter.Locked
// compile: -lgtest -lgtest_main
#include "gtest_counter.h"
