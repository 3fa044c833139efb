/* An index into a member that exceeds the whole variable. */
struct record {
  char tag;
  int values[3];
};

static int read_at(struct record r, int i) { return r.values[i]; /* wrong */ }

int main(void) {
  struct record r = {'r', {1, 2, 3}};
  return read_at(r, 3) == 12345;
}
