// Which handler an exception has, by [except.handle].
#include <cxxabi.h>

#include "cxxabi/bases.h"
#include "cxxabi/exception.h"

namespace mover {

namespace {

using abi::__class_type_info;
using abi::__pbase_type_info;

constexpr unsigned kQualifiers =
    __pbase_type_info::__const_mask | __pbase_type_info::__volatile_mask | __pbase_type_info::__restrict_mask;

bool catches_at_depth(const std::type_info& handled, const std::type_info& thrown, void*& object, int depth,
                      bool all_const);

template <typename Kind>
bool is_of(const std::type_info& type) {
  return typeid(type) == typeid(Kind);
}

bool is_pointer(const std::type_info& type) {
  return is_of<abi::__pointer_type_info>(type) || is_of<abi::__pointer_to_member_type_info>(type);
}

bool class_catches(const std::type_info& handled, const std::type_info& thrown, void*& object) {
  if (!is_class(handled) || !is_class(thrown)) return false;
  const Found base =
      find_base(static_cast<const __class_type_info&>(thrown), object, static_cast<const __class_type_info&>(handled));
  if (base.count != 1 || !base.is_public) return false;
  object = base.address;
  return true;
}

// Whether a handler of a pointer type catches a pointer. Below the first level of pointers, the two types must be the
// same except for qualifiers. A level of the handler's type may add a qualifier if all levels above it are const.
bool pointer_catches(const __pbase_type_info& handled, const __pbase_type_info& thrown, void*& object, int depth,
                     bool all_const) {
  constexpr unsigned kOfFunction = __pbase_type_info::__noexcept_mask | __pbase_type_info::__transaction_safe_mask;
  if (typeid(handled) != typeid(thrown) || !all_const) return false;
  if ((handled.__flags & kOfFunction & ~thrown.__flags) != 0) return false;
  if ((thrown.__flags & kQualifiers & ~handled.__flags) != 0) return false;
  if (typeid(handled) == typeid(abi::__pointer_to_member_type_info)) {
    const auto& member = static_cast<const abi::__pointer_to_member_type_info&>(handled);
    if (*member.__context != *static_cast<const abi::__pointer_to_member_type_info&>(thrown).__context) return false;
  } else if (depth == 0 && *handled.__pointee == typeid(void)) {
    return !is_of<abi::__function_type_info>(*thrown.__pointee);
  }
  all_const = (handled.__flags & __pbase_type_info::__const_mask) != 0;
  return catches_at_depth(*handled.__pointee, *thrown.__pointee, object, depth + 1, all_const);
}

// A handler for a pointer catches nullptr. It gets the address of a null pointer to a member, but a null pointer
// itself.
bool catches_nullptr(const __pbase_type_info& handled, void*& object) {
  static const ptrdiff_t to_data = -1, to_function[2] = {};
  object = nullptr;
  if (typeid(handled) != typeid(abi::__pointer_to_member_type_info)) return true;
  const bool is_function = is_of<abi::__function_type_info>(*handled.__pointee);
  object = const_cast<ptrdiff_t*>(is_function ? to_function : &to_data);
  return true;
}

// `depth`: the number of pointers around the types.
bool catches_at_depth(const std::type_info& handled, const std::type_info& thrown, void*& object, int depth,
                      bool all_const) {
  if (handled == thrown) return true;
  if (!is_pointer(handled)) return depth < 2 && class_catches(handled, thrown, object);
  const auto& pointer = static_cast<const __pbase_type_info&>(handled);
  if (depth == 0 && thrown == typeid(decltype(nullptr))) return catches_nullptr(pointer, object);
  return is_pointer(thrown) &&
         pointer_catches(pointer, static_cast<const __pbase_type_info&>(thrown), object, depth, all_const);
}

}  // namespace

bool catches(const std::type_info& handled, const std::type_info& thrown, void*& object) {
  return catches_at_depth(handled, thrown, object, 0, true);
}

bool is_allowed(const std::type_info* const* specification, const std::type_info& thrown, void* object) {
  if (is_of<abi::__pointer_type_info>(thrown) && object != nullptr) object = *static_cast<void**>(object);
  for (; *specification != nullptr; ++specification)
    if (void* same = object; catches(**specification, thrown, same)) return true;
  return false;
}

int __mover_matching_handler(const Handler* handlers, _Unwind_Exception* unwind) {
  Record* record = record_of(unwind);
  const bool is_exception = record->shared != nullptr;
  const std::type_info& thrown = is_exception ? *record->shared->type : typeid(abi::__forced_unwind);
  void* object = is_exception ? object_of(record->shared) : nullptr;
  for (; handlers->number != 0; ++handlers) {
    void* adjusted = is_of<abi::__pointer_type_info>(thrown) ? *static_cast<void**>(object) : object;
    const auto* specification = static_cast<const std::type_info* const*>(handlers->type);
    const auto* type = static_cast<const std::type_info*>(handlers->type);
    const bool matches = handlers->number < 0 ? !is_allowed(specification, thrown, object)
                                              : type == nullptr || catches(*type, thrown, adjusted);
    if (!matches) continue;
    if (handlers->number < 0) record->specification = specification;
    record->caught = adjusted;
    return static_cast<int>(handlers->number);
  }
  return 0;
}

}  // namespace mover
