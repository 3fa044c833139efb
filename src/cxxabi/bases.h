// The base classes of an object, as its type information describes them.
#pragma once

#include <cxxabi.h>

#include <cstddef>

namespace mover {

// A base class subobject. It is identified by the innermost virtual base class on the path to it, of which the object
// has exactly one, and by the offset from there. This also works if there is no object, because a null pointer was
// thrown.
struct Subobject {
  const std::type_info* virtual_base;  // null: none on the path
  ptrdiff_t offset;
  char* address;  // null if there is no object
  bool is_public;
};

struct Found {
  int count;  // 2: more than one
  void* address;
  bool is_public;
};

bool is_class(const std::type_info& type);

// The base classes of that type in an object of type `derived`, which is one of them itself. `address` may be null.
Found find_base(const abi::__class_type_info& derived, void* address, const abi::__class_type_info& base);

// Calls visit(type, subobject) for the subobject and, for each path, for its base classes.
template <typename Visit>
void for_each_base(const abi::__class_type_info& type, Subobject at, Visit& visit) {
  visit(type, at);
  if (typeid(type) == typeid(abi::__si_class_type_info)) {
    for_each_base(*static_cast<const abi::__si_class_type_info&>(type).__base_type, at, visit);
  } else if (typeid(type) == typeid(abi::__vmi_class_type_info)) {
    const auto& derived = static_cast<const abi::__vmi_class_type_info&>(type);
    for (unsigned i = 0; i < derived.__base_count; ++i) {
      const abi::__base_class_type_info& base = derived.__base_info[i];
      ptrdiff_t offset = base.__offset();
      Subobject next = at;
      if (base.__is_virtual_p()) {  // the offset is in the table of virtual functions
        next.virtual_base = base.__base_type;
        next.offset = 0;
        if (at.address != nullptr)
          next.address += *reinterpret_cast<ptrdiff_t*>(*reinterpret_cast<char**>(at.address) + offset);
      } else {
        next.offset += offset;
        if (at.address != nullptr) next.address += offset;
      }
      next.is_public = at.is_public && base.__is_public_p();
      for_each_base(*base.__base_type, next, visit);
    }
  }
}

}  // namespace mover
