// Resolves location numbers to files and lines. The table of locations may belong to a program of the IR, or to a
// compiled program.
#pragma once

#include <string>
#include <vector>

#include "ir/ir.h"

namespace mover::ir {

// A view: the tables must outlive it.
class Places {
 public:
  Places(const Program& program) : Places(program.files, program.locs) {}  // converts implicitly
  Places(const std::vector<std::string>& files, const std::vector<Loc>& locs) : files_(&files), locs_(&locs) {}
  bool has(LocId id) const { return id < locs_->size() && loc(id).file < files_->size(); }
  const Loc& loc(LocId id) const { return (*locs_)[id]; }
  const std::string& file(LocId id) const { return (*files_)[loc(id).file]; }
  bool is_unknown(LocId id) const { return loc(id).line == 0; }
  // Two numbers may denote the same place.
  bool same(LocId a, LocId b) const { return a == b || loc(a) == loc(b); }

 private:
  const std::vector<std::string>* files_;
  const std::vector<Loc>* locs_;
};

}  // namespace mover::ir
