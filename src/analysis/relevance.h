// Irrelevant registers: registers whose values influence nothing but irrelevant registers. A typical one is the delay
// of a back-off, which is doubled in each round of a loop and passed to usleep(). States that differ only in irrelevant
// registers have the same future, so the canonical form leaves them out, like dead registers (liveness.h). This is
// slicing [Wei84], with all actions of the program as the criterion, and restricted to registers.
//
// An instruction is relevant unless it only computes a register from others, without an error; is a branch over such
// computations of irrelevant registers; or never executes. An argument of a call is irrelevant if the callee's
// parameter is. A register is left out only if it is always defined, because decisions on undefined values are errors.
// Of Mover's models of library functions, only registers that are never read are left out.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/ir.h"

namespace mover::analysis {

class Relevance {
 public:
  // REQUIRES: the verifier found no error in the program, which outlives this.
  explicit Relevance(const ir::Program& program) : program_(program), functions_(program.functions.size()) {}

  // By register: whether it is irrelevant. Empty: no register of the function is.
  const std::vector<bool>& irrelevant(ir::FunctionId function) { return analyse(function).irrelevant; }
  // Whether the parameter influences nothing. False if this is not known.
  bool ignores(ir::FunctionId callee, uint32_t parameter);

 private:
  struct Result {
    enum class Progress : uint8_t { None, Begun, Done } progress = Progress::None;
    std::vector<bool> irrelevant;          // by register
    std::vector<bool> ignored_parameters;  // by parameter
  };
  const Result& analyse(ir::FunctionId function);

  const ir::Program& program_;
  std::vector<Result> functions_;
};

}  // namespace mover::analysis
