// The exit code that the contract gives to bugs of ours: of Mover, and of a process that runs a program for it.
#pragma once

namespace mover::support {

constexpr int kInternalErrorExit = 6;

}  // namespace mover::support
