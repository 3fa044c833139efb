// A local is used after its scope has ended, by its own thread.
// expect: memory
// says: use of a local variable after its scope has ended
static int *p;
__attribute__((noinline)) static void note(int *q) { p = q; }
static int f(void) {
  {
    int l = 1;
    note(&l);
  }
  return *p;
}
int main(void) { return f() - 1; }
