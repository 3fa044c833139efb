/* One byte of four was never written. */
int main(void) {
  union {
    int word;
    char bytes[4];
  } u;
  u.bytes[0] = u.bytes[1] = u.bytes[2] = 0;
  if (u.word == 0) return 1; /* wrong */
  return 0;
}
