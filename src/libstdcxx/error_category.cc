// The categories of std::error_code.
#include <cstring>
#include <system_error>

extern "C" {
#include "libc/builtins.h"
}

namespace std {
inline namespace _V2 {

error_category::~error_category() = default;

__cow_string error_category::_M_message(int) const { __mover_unsupported("messages of errors as strings of GCC 4"); }

error_condition error_category::default_error_condition(int code) const noexcept { return {code, *this}; }

bool error_category::equivalent(int code, const error_condition& condition) const noexcept {
  return default_error_condition(code) == condition;
}

bool error_category::equivalent(const error_code& code, int condition) const noexcept {
  return *this == code.category() && code.value() == condition;
}

namespace {

class GenericCategory final : public error_category {
 public:
  const char* name() const noexcept override { return "generic"; }
  string message(int code) const override { return strerror(code); }
};

class SystemCategory final : public error_category {
 public:
  const char* name() const noexcept override { return "system"; }
  string message(int code) const override { return strerror(code); }
  // The numbers of Linux's errors have two gaps.
  error_condition default_error_condition(int code) const noexcept override {
    const bool is_posix = code >= 0 && code <= EHWPOISON && code != 41 && code != 58;
    return {code, is_posix ? generic_category() : system_category()};
  }
};

[[clang::no_destroy]] constinit const GenericCategory the_generic_category;
[[clang::no_destroy]] constinit const SystemCategory the_system_category;

}  // namespace

const error_category& generic_category() noexcept { return the_generic_category; }
const error_category& system_category() noexcept { return the_system_category; }

}  // namespace _V2
}  // namespace std

namespace std {

error_condition error_code::default_error_condition() const noexcept {
  return category().default_error_condition(value());
}

}  // namespace std
