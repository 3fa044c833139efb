// Coverage of all executions together. If no execution gets past an assumption, or only one thread ever runs, a verdict
// about all executions says less than it seems to; so the headline of the report says it.
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
  // A false assumption ends the thread that runs `entry` (the machine's number of a function).
  void cut(uint64_t entry, ir::LocId loc) { cut_[entry] = loc; }
  void created_thread() { created_thread_ = true; }
  void ended_thread(uint64_t entry) { ended_.insert(entry); }
  void ended_program() { ended_program_ = true; }

  // One sentence for each part that no execution has reached. REQUIRES: all executions were explored.
  std::vector<std::string> gaps(const std::function<std::string(ir::LocId)>& place,
                                const std::function<std::string(uint64_t)>& function) const;

 private:
  std::map<ir::LocId, bool> held_;     // assumptions that were evaluated, and whether any evaluation was true
  std::map<uint64_t, ir::LocId> cut_;  // threads that a false assumption has ended, and the last such assumption
  std::set<uint64_t> ended_;           // threads that have ended normally in some execution
  bool created_thread_ = false, ended_program_ = false;
};

}  // namespace mover
