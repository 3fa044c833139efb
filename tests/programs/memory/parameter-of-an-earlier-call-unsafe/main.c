/* The second call reads the parameter of the first one, which has ended. */
struct triple {
  long a, b, c;
};

static struct triple *last;
static long sum;

static void add(struct triple t) {
  if (last) sum += last->a;
  last = &t;
}

int main(void) {
  struct triple t = {1, 2, 3};
  for (int i = 0; i < 2; i++) add(t);
  return 0;
}
