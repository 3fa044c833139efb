// std::system_error and the categories of error codes.
#include <bits/functexcept.h>

#include <cstring>
#include <new>
#include <system_error>

namespace std {

system_error::~system_error() noexcept = default;

void __throw_system_error(int error) { throw system_error(error_code(error, generic_category())); }

inline namespace _V2 {

error_category::~error_category() = default;

error_condition error_category::default_error_condition(int error) const noexcept { return {error, *this}; }
bool error_category::equivalent(int error, const error_condition& condition) const noexcept {
  return default_error_condition(error) == condition;
}
bool error_category::equivalent(const error_code& code, int error) const noexcept {
  return *this == code.category() && code.value() == error;
}
// For programs with the old string class of libstdc++.
__cow_string error_category::_M_message(int error) const { return __cow_string(message(error)); }

}  // namespace _V2

namespace {

struct GenericCategory final : error_category {
  const char* name() const noexcept override { return "generic"; }
  string message(int error) const override { return strerror(error); }
};

// The codes of the operating system are those of <cerrno>.
struct SystemCategory final : error_category {
  const char* name() const noexcept override { return "system"; }
  string message(int error) const override { return strerror(error); }
  error_condition default_error_condition(int error) const noexcept override;
};

// They are never destroyed, and exist before the program's static objects.
template <typename Category>
union Constant {
  constexpr Constant() : category() {}
  ~Constant() {}
  Category category;
};
constinit Constant<GenericCategory> the_generic_category;
constinit Constant<SystemCategory> the_system_category;

error_condition SystemCategory::default_error_condition(int error) const noexcept {
  constexpr int kLast = 133;  // EHWPOISON
  const bool is_known = error >= 0 && error <= kLast;
  return is_known ? error_condition(error, generic_category()) : error_condition(error, system_category());
}

}  // namespace

inline namespace _V2 {

const error_category& generic_category() noexcept { return the_generic_category.category; }
const error_category& system_category() noexcept { return the_system_category.category; }

}  // namespace _V2

error_condition error_code::default_error_condition() const noexcept {
  return category().default_error_condition(value());
}

}  // namespace std
