#include <alloca.h>
#include <assert.h>
#include <string.h>

static int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}

int main(int argc, char **argv) {
  (void)argv;
  long total = 0;
  for (int i = 0; i < 300; i++) {
    int a[argc + i % 7];
    for (int k = 0; k < argc + i % 7; k++) a[k] = k + 1;
    for (int j = 0; j < 3; j++) {
      int b[argc + j + 3];
      b[0] = j, b[1] = b[2] = 1;
      total += sum(b, 3);
    }
    total += sum(a, argc + i % 7);
  }
  assert(total > 0);
  int n = 0;
again: {
  char a[argc + 40];
  memset(a, 1, argc + 40);
  int *block = alloca(16);
  block[0] = n;
  if (++n < 1000) goto again;
  assert(block[0] == 999);
}
  for (int i = 0; i < 3; i++) {
    char large[argc + 40000];
    memset(large, i, argc + 40000);
    assert(large[39999] == i);
  }
}
