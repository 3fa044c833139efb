// Coverage of all executions together. If no execution gets past an assumption, or only one thread ever runs, a verdict
// about all executions covers less than it seems to. So the headline of the report mentions it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ir/ir.h"
#include "machine/finding.h"

namespace mover {

class Coverage {
 public:
  static constexpr const char* kOneThread = "only one thread ever ran";

  // An assumption was evaluated: `held` is its value.
  void assumed(ir::LocId loc, bool held) {
    bool& ever = held_[loc];
    ever |= held;
  }
  // The false assumption at `loc` has ended a thread. `entry`: the thread's first function, as a number of the machine.
  void cut(uint64_t entry, ir::LocId loc) { cut_[entry] = loc; }
  void created_thread() { created_thread_ = true; }
  void begins_before_main() { begins_before_main_ = true; }  // executions begin with constructors
  void entered_main() { entered_main_ = true; }
  void ended_thread(uint64_t entry) { ended_.insert(entry); }
  void ended_program() { ended_program_ = true; }
  void ended_program(const ProgramEnd& end) {
    ended_program_ = true;
    if (end.code) exit_codes_.insert(*end.code);
  }
  void chose() { chose_ = true; }  // a value that the environment chooses, such as that of mover_choose
  void serves(const std::string& thread) { serving_.insert(thread); }  // it polls in a loop without exit

  // One sentence for each part that no execution has reached. REQUIRES: all executions were explored.
  std::vector<std::string> gaps(const std::function<std::string(ir::LocId)>& place,
                                const std::function<std::string(uint64_t)>& function) const;

 private:
  std::string different_exit_codes() const;

  std::map<ir::LocId, bool> held_;     // assumptions that were evaluated, and whether any evaluation was true
  std::map<uint64_t, ir::LocId> cut_;  // by `entry`: the last false assumption that has ended such a thread
  std::set<uint64_t> ended_;           // `entry` of the threads that have ended normally in some execution
  std::set<uint8_t> exit_codes_;       // of all executions
  std::set<std::string> serving_;      // the names of threads in loops without exit
  bool created_thread_ = false, ended_program_ = false, chose_ = false;
  bool begins_before_main_ = false, entered_main_ = false;
};

}  // namespace mover
