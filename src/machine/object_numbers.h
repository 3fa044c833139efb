// Numbers of objects that would have the same name in a report: "list#2". An execution is counted before it is
// described, so that an object that stays the only one of its name needs no number.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "ir/holders.h"
#include "machine/event.h"

namespace mover {

class ObjectNumbers {
 public:
  // The execution begins, in which no object exists.
  void begin() { created_.clear(), numbered_.clear(), holders_.clear(), counts_ = true; }
  // All objects of the execution have been created.
  void end() { in_all_ = created_; }
  // An object is created at the address. `name`: its name without a number.
  void created(Address object, const std::string& name) { numbered_[object] = {name, ++created_[name]}; }
  // The names of allocated memory after the pointers that lead to it. Null if no execution is described.
  ir::Holders* holders() const { return counts_ ? &holders_ : nullptr; }
  // Calls f(address) for each numbered object.
  template <typename F>
  void for_each(F f) const {
    for (const auto& [object, name] : numbered_) f(object);
  }
  // "#2"; empty if the object is the only one of its name, or if nothing was counted.
  std::string of(Address object) const {
    const auto numbered = numbered_.find(object);
    if (numbered == numbered_.end()) return "";
    const auto& [name, number] = numbered->second;
    const auto in_all = in_all_.find(name);
    return in_all == in_all_.end() || in_all->second < 2 ? "" : "#" + std::to_string(number);
  }

 private:
  std::map<std::string, uint32_t> created_, in_all_;  // how many objects of each name
  std::map<Address, std::pair<std::string, uint32_t>> numbered_;
  mutable ir::Holders holders_;
  bool counts_ = false;
};

}  // namespace mover
