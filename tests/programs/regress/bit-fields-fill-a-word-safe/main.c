// Three bit-fields fill a word to the last bit. Each is written by reading, masking and writing the word, which is
// uninitialised at first; once all are written, no bit of it is uninitialised.
#include <assert.h>
#include <string.h>

struct Fields {
  unsigned low : 3;
  unsigned middle : 7;
  unsigned long high : 54;
};

int main(void) {
  struct Fields fields;
  fields.middle = 127;
  fields.high = ~0ul;
  fields.low = 7;
  unsigned long word;
  memcpy(&word, &fields, sizeof word);
  assert(word == ~0ul);
  return 0;
}
