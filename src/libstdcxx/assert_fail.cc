// The failure of an assertion in the headers of libstdc++, which are checked because of _GLIBCXX_ASSERTIONS.
#include <cassert>

namespace std {

[[noreturn]] void __glibcxx_assert_fail(const char* file, int line, const char* function,
                                        const char* condition) noexcept {
  __assert_fail(condition, file, static_cast<unsigned>(line), function);
}

}  // namespace std
