// The file formats of AIGER 1.9 [BHW11]: writes circuits as binary or text, and reads text. Bad literals, invariant
// constraints, initial values of latches and symbols are supported.
#pragma once

#include <istream>
#include <optional>
#include <ostream>
#include <string>

#include "circuit/aig.h"

namespace mover::circuit {

void write_aiger_text(const Circuit& circuit, std::ostream& out);
void write_aiger_binary(const Circuit& circuit, std::ostream& out);

// If the file has no bad literals, its outputs are bad literals, as before version 1.9. If the text is not well-formed,
// returns nullopt and sets `error` to the reason.
std::optional<Circuit> read_aiger_text(std::istream& in, std::string& error);

}  // namespace mover::circuit
