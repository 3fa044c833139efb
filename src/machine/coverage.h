// What all executions together have reached. If none gets past an assumption, or only one thread ever runs, a verdict
// about all executions says less than it seems to, so the headline of the report says that.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ir/ir.h"

namespace mover {

class Coverage {
 public:
  void assumed(ir::LocId loc, bool held) {
    bool& ever = held_[loc];
    ever |= held;
  }
  // A false assumption ends the thread that runs `entry` (a function, as the machine numbers them).
  void cut(uint64_t entry, ir::LocId loc) { cut_[entry] = loc; }
  void created_thread() { created_thread_ = true; }
  void ended_thread(uint64_t entry) { ended_.insert(entry); }
  void ended_program() { ended_program_ = true; }

  // A sentence for each thing that no execution has reached. REQUIRES: all executions were explored
  std::vector<std::string> gaps(const std::function<std::string(ir::LocId)>& place,
                                const std::function<std::string(uint64_t)>& function) const;

 private:
  std::map<ir::LocId, bool> held_;     // assumptions that were evaluated: whether one ever held
  std::map<uint64_t, ir::LocId> cut_;  // threads that a false assumption has ended, and where it did so last
  std::set<uint64_t> ended_;           // threads that have run to their end in some execution
  bool created_thread_ = false, ended_program_ = false;
};

}  // namespace mover
