/* The memory before b is not part of b. */
static int a[4], b[4];

static int get(const int *p, int i) { return p[i]; /* wrong */ }

int main(void) { return get(a, 0) + get(b, -1); }
