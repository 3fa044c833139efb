// How Mover ends, for scripts: the only place where the numbers stand.
#pragma once

namespace mover {

enum ExitCode : int {
  kExitSafe = 0,
  kExitUsage = 1,
  kExitCannotBuild = 2,  // … or the input is not supported, or a trace does not replay
  kExitUnknown = 5,
  kExitInternalError = 6,  // a bug of ours: of Mover, and of a process that runs a program for it
  kExitCrash = 10,         // a failed assertion, a memory error
  kExitDeadlock = 11,
  kExitRace = 12,
  kExitOtherProperty = 13,
  kExitInterrupted = 130,
};

}  // namespace mover
