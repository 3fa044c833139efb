// Writes a circuit in the format BTOR2 [NPWB18]. All its words have one bit.
#pragma once

#include <ostream>

#include "circuit/aig.h"

namespace mover::circuit {

void write_btor2(const Circuit& circuit, std::ostream& out);

}  // namespace mover::circuit
