// Reserved characters of a string without an observed write: the C++ library may have written them.
// expect: safe
// says: set by the C++ library before they are read: the program reads such a character at never_set_characters.cpp:10
#include <string>
#include <vector>

int main() {
  std::string text;
  text.reserve(64);
  return text.data()[40] == 7;
}
