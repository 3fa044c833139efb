#include "cxxabi/bases.h"

namespace mover {

bool is_class(const std::type_info& type) {
  return typeid(type) == typeid(abi::__class_type_info) || typeid(type) == typeid(abi::__si_class_type_info) ||
         typeid(type) == typeid(abi::__vmi_class_type_info);
}

Found find_base(const abi::__class_type_info& derived, void* address, const abi::__class_type_info& base) {
  Found found{};
  Subobject first{};
  auto visit = [&](const abi::__class_type_info& type, const Subobject& at) {
    if (type != base) return;
    const bool is_same =
        found.count > 0 && at.offset == first.offset &&
        (at.virtual_base == first.virtual_base ||
         (at.virtual_base != nullptr && first.virtual_base != nullptr && *at.virtual_base == *first.virtual_base));
    if (found.count > 0 && !is_same) {
      found.count = 2;
      return;
    }
    if (found.count == 0) found.count = 1, found.address = at.address, first = at;
    found.is_public = found.is_public || at.is_public;
  };
  for_each_base(derived, {nullptr, 0, static_cast<char*>(address), true}, visit);
  return found;
}

}  // namespace mover
