// The exit codes of Mover. They are defined here only.
#pragma once

namespace mover {

enum ExitCode : int {
  kExitSafe = 0,
  kExitUsage = 1,
  kExitCannotBuild = 2,  // the input does not compile or is not supported, or a trace does not replay
  kExitUnknown = 5,
  kExitInternalError = 6,  // a bug in Mover, or in a process that runs a program for it
  kExitCrash = 10,         // a failed assertion, a memory error
  kExitDeadlock = 11,
  kExitRace = 12,
  kExitOtherProperty = 13,
  kExitInterrupted = 130,
};

}  // namespace mover
