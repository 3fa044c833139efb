#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void) {
  int letters = 0, digits = 0, spaces = 0, marks = 0, printed = 0, controls = 0, hex = 0;
  for (int c = 0; c < 256; c++) {
    letters += isalpha(c) != 0;
    digits += isdigit(c) != 0;
    spaces += isspace(c) != 0;
    marks += ispunct(c) != 0;
    printed += isprint(c) != 0;
    controls += iscntrl(c) != 0;
    hex += isxdigit(c) != 0;
    assert(!isalnum(c) == !(isalpha(c) || isdigit(c)) && !isgraph(c) == !(isprint(c) && c != ' '));
    assert(!isalpha(c) == !(isupper(c) || islower(c)) && tolower(toupper(c)) == tolower(c));
  }
  assert(letters == 52 && digits == 10 && spaces == 6 && marks == 32 && printed == 95 && controls == 33 && hex == 22);
  assert(tolower('A') == 'a' && toupper('z') == 'Z' && tolower('1') == '1' && isblank('\t') && !isblank('\n'));
  assert(!isalpha(EOF) && toupper(EOF) == EOF);
  int (*function)(int) = isdigit;
  assert(function('7') && !function('x'));
  return 0;
}
