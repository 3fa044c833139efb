// Variables of the run-time library of which each process of the program has its own, such as the handlers of signals.
// When the search runs another process, they are exchanged (scheduling/processes.cc), and the trail saves all of them.
// So none of them may be the record of an epoch for Trail::save_once.
#pragma once

#define MOVER_PER_PROCESS __attribute__((section("mover_process"), used))
