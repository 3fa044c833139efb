// AIGER 1.9 [BHW11], binary and text: bad literals, invariant constraints, initial values of latches, and a table of
// symbols.
#pragma once

#include <istream>
#include <optional>
#include <ostream>
#include <string>

#include "circuit/aig.h"

namespace mover::circuit {

void write_aiger_text(const Circuit& circuit, std::ostream& out);
void write_aiger_binary(const Circuit& circuit, std::ostream& out);

// Text. Outputs count as bad where there are no bad literals, as they did before version 1.9. Nothing, where it is not
// well-formed; `error` says why.
std::optional<Circuit> read_aiger_text(std::istream& in, std::string& error);

}  // namespace mover::circuit
