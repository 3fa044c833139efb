// BTOR2 [NPWB18], with words of one bit: the circuit as it is.
#pragma once

#include <ostream>

#include "circuit/aig.h"

namespace mover::circuit {

void write_btor2(const Circuit& circuit, std::ostream& out);

}  // namespace mover::circuit
