// The functions by which the library's templates, compiled code and the models throw.
#include <bits/functexcept.h>
#include <cxxabi.h>

#include <cstdarg>
#include <functional>
#include <new>
#include <stdexcept>
#include <typeinfo>

namespace __cxxabiv1 {

extern "C" {

void __cxa_bad_cast() { throw std::bad_cast(); }
void __cxa_bad_typeid() { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }

// Operator new, if there is no memory.
void __mover_throw_bad_alloc() { throw std::bad_alloc(); }

}  // extern "C"

}  // namespace __cxxabiv1

namespace std {

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_bad_function_call() { throw bad_function_call(); }
void __throw_logic_error(const char* message) { throw logic_error(message); }
void __throw_domain_error(const char* message) { throw domain_error(message); }
void __throw_invalid_argument(const char* message) { throw invalid_argument(message); }
void __throw_length_error(const char* message) { throw length_error(message); }
void __throw_out_of_range(const char* message) { throw out_of_range(message); }
void __throw_runtime_error(const char* message) { throw runtime_error(message); }
void __throw_range_error(const char* message) { throw range_error(message); }
void __throw_overflow_error(const char* message) { throw overflow_error(message); }
void __throw_underflow_error(const char* message) { throw underflow_error(message); }

namespace {

char* append_number(char* to, size_t number) {
  if (number >= 10) to = append_number(to, number / 10);
  *to++ = static_cast<char>('0' + number % 10);
  return to;
}

}  // namespace

// The library's own formats have only %s, %zu and %%.
void __throw_out_of_range_fmt(const char* format, ...) {
  constexpr size_t kLongest = 512, kDigits = 20;
  char message[kLongest], *to = message;
  va_list arguments;
  va_start(arguments, format);
  for (; *format != '\0' && to < message + kLongest - kDigits - 1; ++format) {
    if (*format != '%') {
      *to++ = *format;
    } else if (*++format == 's') {
      for (const char* text = va_arg(arguments, const char*); *text != '\0' && to < message + kLongest - kDigits - 1;)
        *to++ = *text++;
    } else if (*format == 'z') {
      ++format;
      to = append_number(to, va_arg(arguments, size_t));
    } else {
      *to++ = *format;
    }
  }
  va_end(arguments);
  *to = '\0';
  throw out_of_range(message);
}

}  // namespace std
