// The report says at which places of this program uses of uninitialised values are not tracked.
// expect: safe
// says: bit-fields that share a byte with a bit-field that is set are set before they are used: the program sets some of them at never_set_assumed.cpp:20
// says: functions of libraries do not depend on uninitialised bytes of the memory that they are given to read or to write out: the program gives some to one at never_set_assumed.cpp:21
// says: functions of libraries set all the uninitialised bytes that they are given to set: the program gives some to one at never_set_assumed.cpp:24
#include <cstdio>
#include <cstring>
#include <sstream>

struct Bits {
  unsigned a : 3, b : 5;
};
struct Padded {
  char c;
  int i;
};

int main() {
  Bits bits;
  bits.a = 1;
  Padded padded = {1, 2}, part; part.c = padded.c; std::fwrite(&part, sizeof part, 1, stdout);
  char key[32];
  std::istringstream in("3");
  std::strxfrm(key, "text", sizeof key);
  int number;
  in >> number;
  return bits.b == 33 || number != 3 || key[0] == 0;
}
