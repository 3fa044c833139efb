/* Executions that differ in a chosen value count, too. */
#include <mover.h>

int main(void) { return mover_choose(2); }
