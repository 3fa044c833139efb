// dynamic_cast, by [expr.dynamic.cast].
#include <cxxabi.h>

#include "cxxabi/bases.h"

namespace {

using abi::__class_type_info;
using mover::Subobject;

// Whether an object has a base class of that type at that address.
struct HasBase {
  const __class_type_info& type;
  const void* address;
  bool is_base = false, is_public = false;

  void operator()(const __class_type_info& other, const Subobject& at) {
    if (at.address != address || other != type) return;
    is_base = true;
    is_public = is_public || at.is_public;
  }
};

}  // namespace

extern "C" void* abi::__dynamic_cast(const void* from, const __class_type_info* from_type,
                                     const __class_type_info* to_type, ptrdiff_t) {
  // Before the virtual functions, their table has the type of the complete object and the offset to it.
  const auto* table = *static_cast<const ptrdiff_t* const*>(from);
  char* complete = static_cast<char*>(const_cast<void*>(from)) + table[-2];
  const auto& complete_type = *reinterpret_cast<const __class_type_info* const*>(table)[-1];
  const Subobject everything{nullptr, 0, complete, true};

  // Downwards: the only object of the wanted type that contains the given one, if it is its public base class.
  char *derived = nullptr, *target = nullptr;
  bool is_public = false, is_only = true, target_is_public = false, target_is_only = true;
  auto visit = [&](const __class_type_info& type, const Subobject& at) {
    if (type != *to_type) return;
    if (target != nullptr && target != at.address) target_is_only = false;
    target_is_public = target_is_public || at.is_public;
    target = at.address;
    HasBase source{*from_type, from};
    mover::for_each_base(type, {nullptr, 0, at.address, true}, source);
    if (!source.is_base) return;
    if (derived != nullptr && derived != at.address) is_only = false;
    derived = at.address;
    is_public = source.is_public;
  };
  mover::for_each_base(complete_type, everything, visit);
  if (derived != nullptr && is_only && is_public) return derived;

  // Sideways: both are public base classes of the complete object, and the wanted one is unambiguous.
  HasBase source{*from_type, from};
  mover::for_each_base(complete_type, everything, source);
  return target != nullptr && target_is_only && target_is_public && source.is_public ? target : nullptr;
}
