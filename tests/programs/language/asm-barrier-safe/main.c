/* The two harmless uses of inline assembly. */
int main(void) {
  __asm__ __volatile__("" ::: "memory");
  __asm__ __volatile__("pause");
  __builtin_ia32_pause();
  return 0;
}
