// The exception classes of the standard library.
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <typeinfo>

namespace std {

#define DEFINE(name, text)          \
  name::~name() noexcept = default; \
  const char* name::what() const noexcept { return text; }

DEFINE(exception, "std::exception")
DEFINE(bad_exception, "std::bad_exception")
DEFINE(bad_alloc, "std::bad_alloc")
DEFINE(bad_array_new_length, "std::bad_array_new_length")
DEFINE(bad_cast, "std::bad_cast")
DEFINE(bad_typeid, "std::bad_typeid")
DEFINE(bad_function_call, "bad_function_call")
DEFINE(bad_weak_ptr, "bad_weak_ptr")
nested_exception::~nested_exception() noexcept = default;

// Classes with a message.
#define DEFINE_WITH_MESSAGE(name)                                                          \
  name::name(const string& message) : _M_msg(message) {}                                   \
  name::name(const char* message) : _M_msg(message, __builtin_strlen(message)) {}          \
  name::name(const name& other) noexcept : exception(other), _M_msg(other._M_msg) {}       \
  name::name(name&& other) noexcept : exception(other), _M_msg(std::move(other._M_msg)) {} \
  name& name::operator=(const name& other) noexcept {                                      \
    _M_msg = other._M_msg;                                                                 \
    return *this;                                                                          \
  }                                                                                        \
  name& name::operator=(name&& other) noexcept {                                           \
    _M_msg = std::move(other._M_msg);                                                      \
    return *this;                                                                          \
  }                                                                                        \
  name::~name() noexcept = default;                                                        \
  const char* name::what() const noexcept { return _M_msg._M_p == nullptr ? "" : _M_msg._M_p; }

DEFINE_WITH_MESSAGE(logic_error)
DEFINE_WITH_MESSAGE(runtime_error)

#define DEFINE_DERIVED(name, base)                     \
  name::name(const string& message) : base(message) {} \
  name::name(const char* message) : base(message) {}   \
  name::~name() noexcept = default;

DEFINE_DERIVED(domain_error, logic_error)
DEFINE_DERIVED(invalid_argument, logic_error)
DEFINE_DERIVED(length_error, logic_error)
DEFINE_DERIVED(out_of_range, logic_error)
DEFINE_DERIVED(range_error, runtime_error)
DEFINE_DERIVED(overflow_error, runtime_error)
DEFINE_DERIVED(underflow_error, runtime_error)

}  // namespace std
