// Assembly that accesses no memory: compiler barriers, fences, instructions on registers, and assembly that is never reached.
// expect: safe
#include <assert.h>
#include <immintrin.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int f;
static int d, never, locked;
static unsigned swap(unsigned x) {
  asm("bswap %0" : "+r"(x));
  return x;
}
static unsigned scale(unsigned x) {
  unsigned y, z, w = 7;
  asm("leal 1(%1,%1,2), %0" : "=r"(y) : "r"(x));
  asm("movl %k1, %0\n\tbsrl %0, %0" : "=&r"(z) : "rm"(x) : "cc", "memory");
  asm("lea %1, %q0; xorl %k0, %k0" : "=&r"(w) : "m"(locked));
  asm volatile("prefetcht0 %0; nopl 0(%%rax)" : : "m"(locked));
  return y * z + w;
}
static void *work(void *arg) {
  d = swap(1);
  asm volatile("" : : : "memory");
  asm volatile("mfence" : : : "memory");
  atomic_store_explicit(&f, 1, memory_order_relaxed);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  while (!atomic_load_explicit(&f, memory_order_relaxed)) {
    asm volatile("pause");
    asm volatile("rep; nop");
    _mm_pause();
  }
  asm volatile("lock; addl $0,0(%%rsp)" : : : "memory", "cc");
  assert(swap(d) == 1 && scale(4) == 26);
  void *self = &d, *same;
  asm("movq %1, %0" : "=r"(same) : "r"(self) : "memory");
  assert(same == self);
  unsigned a = 0, b, c = 0, e;
  asm volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(e) : : "memory");
  unsigned low, high;
  asm volatile("rdtsc" : "=a"(low), "=d"(high));
  asm("addl %1, %0" : "+r"(low) : "r"(high));
  asm volatile("" : "+m"(low));
  if (never) asm volatile("lock incl %0" : "+m"(locked));
  pthread_join(t, 0);
}
