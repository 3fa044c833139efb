// Assembly that accesses memory without a memory operand, each piece in an execution of its own.
// expect: unknown
// says: movl (%rax)
// says: vmaskmovdqu
// says: movsb
// says: mover_counter
// says: movl ${1:a}
// says: xaddl
// flags: --check=race
#include <mover.h>
#include <pthread.h>
int mover_counter;
static int other;
static void touch(int which) {
  int value = 1;
  int *where = &other;
  switch (which) {
    case 0: asm volatile("movl (%%rax), %0" : "=r"(value) : "a"(where)); break;
    case 1: asm volatile("vmaskmovdqu %%xmm0, %%xmm0" : : "D"(where)); break;
    case 2: asm volatile("movsb" : "+S"(where), "+D"(where)); break;
    case 3: asm volatile("movl mover_counter(%%rip), %0" : "=r"(value)); break;
    case 4: asm volatile("movl %a1, %0" : "=r"(value) : "r"(where)); break;
    case 5: asm volatile("xaddl %0, %1" : "+r"(value), "+m"(other)); break;
  }
}
static void *work(void *arg) {
  other = 1;
  return arg;
}
int main(void) {
  pthread_t t;
  const int which = mover_choose(6);
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  touch(which);
}
