/* After the end of the program no thread can take a step. */
static _Atomic int x;

int main(void) {
  x = 1;
  return 0;
}
