// The failure of an assertion in the headers of libstdc++, which are checked because of _GLIBCXX_ASSERTIONS.
#include <cassert>

extern "C" [[noreturn]] void __mover_assert_fail(const char* message);

namespace std {

namespace {

// Appends the text up to the end of a signature, which " [with …]" follows.
char* append(char* to, const char* end, const char* text) {
  for (; *text != 0 && !(text[0] == ' ' && text[1] == '[') && to + 1 < end; ++text) *to++ = *text;
  *to = 0;
  return to;
}

}  // namespace

[[noreturn]] void __glibcxx_assert_fail(const char* file, int line, const char* function,
                                        const char* condition) noexcept {
  if (function == nullptr) __assert_fail(condition, file, static_cast<unsigned>(line), "");
  char message[512];
  char* at = append(message, message + sizeof message, function);
  at = append(at, message + sizeof message, ": assertion `");
  at = append(at, message + sizeof message, condition);
  append(at, message + sizeof message, "' failed");
  __mover_assert_fail(message);
}

}  // namespace std
