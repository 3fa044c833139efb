// Chooses the writer by the file's name.
#include "solver/dump.h"

#include <fstream>

#include "circuit/aiger.h"
#include "circuit/btor2.h"
#include "solver/encoder.h"
#include "solver/unrolling.h"

namespace mover::solver {

namespace {

bool ends_with(const std::string& path, std::string_view ending) {
  return path.size() > ending.size() && path.ends_with(ending);
}

bool dump_dimacs(const Circuit& circuit, const std::string& path, uint32_t steps) {
  Unrolling unrolling(circuit, Unrolling::Start::Initial);
  Sat sat{Limits()};
  Encoder encoder(unrolling.circuit(), sat);
  encoder.add(unrolling.bad_within(steps));
  return sat.write_dimacs(path);
}

}  // namespace

bool is_dump_name(const std::string& path) {
  for (const char* ending : {".aig", ".aag", ".btor2", ".btor", ".cnf"})
    if (ends_with(path, ending)) return true;
  return false;
}

bool dump(const Circuit& circuit, const std::string& path, uint32_t steps) {
  if (ends_with(path, ".cnf")) return dump_dimacs(circuit, path, steps);
  std::ofstream out(path, std::ios::binary);
  if (ends_with(path, ".aig"))
    circuit::write_aiger_binary(circuit, out);
  else if (ends_with(path, ".aag"))
    circuit::write_aiger_text(circuit, out);
  else
    circuit::write_btor2(circuit, out);
  out.flush();
  return out.good();
}

}  // namespace mover::solver
