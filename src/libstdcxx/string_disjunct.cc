// Whether a text is no part of a string. libstdc++ compares addresses by their order, for which it turns them into
// numbers. That would make the placement of objects in memory part of the state. Here they are compared for equality
// only.
#include <string>

using String = std::string;

bool disjunct(const String* string, const char* text) noexcept
    __asm__("_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE11_M_disjunctEPKc");

bool disjunct(const String* string, const char* text) noexcept {
  const char* const data = string->data();
  for (size_t i = 0, size = string->size(); i <= size; ++i)
    if (data + i == text) return false;
  return true;
}
