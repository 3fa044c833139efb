// What the library throws, and what the exceptions say.
#include <any>
#include <cassert>
#include <cstring>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>
#include <variant>
#include <vector>

template <typename Error, typename Run>
static void throws(const char* what, Run run) {
  try {
    run();
  } catch (const Error& error) {
    assert(std::strcmp(error.what(), what) == 0);
    return;
  }
  assert(false);
}

int main() {
  volatile unsigned long size = 100;
  throws<std::logic_error>("far", [] { throw std::out_of_range("far"); });
  throws<std::runtime_error>("wide", [] { throw std::overflow_error(std::string("wide")); });
  throws<std::out_of_range>("vector::_M_range_check: __n (which is 2) >= this->size() (which is 0)",
                            [] { std::vector<int>().at(2); });
  throws<std::out_of_range>("map::at", [] { std::map<int, int>().at(2); });
  throws<std::length_error>("vector::reserve", [] { std::vector<int>().reserve(-1ul); });
  throws<std::bad_alloc>("std::bad_alloc", [&size] { delete[] new char[-size]; });
  throws<std::bad_function_call>("bad_function_call", [] { std::function<void()>()(); });
  throws<std::bad_optional_access>("bad optional access", [] { std::optional<int>().value(); });
  throws<std::bad_variant_access>("std::get: wrong index for variant", [] { std::get<char>(std::variant<int, char>(1)); });
  throws<std::bad_any_cast>("bad any_cast", [] { std::any_cast<char>(std::any(1)); });
  throws<std::bad_weak_ptr>("bad_weak_ptr", [] { std::shared_ptr<int> owner{std::weak_ptr<int>()}; });
  throws<std::system_error>("lock: Invalid argument",
                            [] { throw std::system_error(std::make_error_code(std::errc::invalid_argument), "lock"); });
  try {
    try {
      throw 1;
    } catch (int) {
      std::throw_with_nested(std::runtime_error("outer"));
    }
  } catch (const std::exception& error) {
    try {
      std::rethrow_if_nested(error);
      assert(false);
    } catch (int number) {
      assert(number == 1);
    }
  }
}
