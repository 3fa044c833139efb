#include <assert.h>

int main(void) {
  int x = 1;
  assert(__sync_fetch_and_add(&x, 2) == 1 && __sync_add_and_fetch(&x, 2) == 5);
  assert(__sync_fetch_and_sub(&x, 1) == 5 && __sync_sub_and_fetch(&x, 1) == 3);
  assert(__sync_fetch_and_or(&x, 4) == 3 && __sync_or_and_fetch(&x, 8) == 15);
  assert(__sync_fetch_and_and(&x, 7) == 15 && __sync_and_and_fetch(&x, 5) == 5);
  assert(__sync_fetch_and_xor(&x, 1) == 5 && __sync_xor_and_fetch(&x, 2) == 6);
  assert(__sync_fetch_and_nand(&x, 2) == 6 && x == ~2);
  assert(__sync_bool_compare_and_swap(&x, ~2, 10) && !__sync_bool_compare_and_swap(&x, 11, 12));
  assert(__sync_val_compare_and_swap(&x, 10, 20) == 10 && __sync_val_compare_and_swap(&x, 10, 30) == 20);
  assert(__sync_lock_test_and_set(&x, 1) == 20);
  __sync_lock_release(&x);
  assert(x == 0);

  int value = 4, expected = 4;
  __atomic_store_n(&x, value, __ATOMIC_SEQ_CST);
  assert(__atomic_load_n(&x, __ATOMIC_ACQUIRE) == 4);
  assert(__atomic_exchange_n(&x, 5, __ATOMIC_ACQ_REL) == 4);
  assert(!__atomic_compare_exchange_n(&x, &expected, 6, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && expected == 5);
  assert(__atomic_compare_exchange_n(&x, &expected, 6, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  assert(__atomic_add_fetch(&x, 1, __ATOMIC_RELAXED) == 7 && __atomic_fetch_nand(&x, 3, __ATOMIC_RELAXED) == 7 && x == ~3);
  assert(__atomic_nand_fetch(&x, 1, __ATOMIC_RELAXED) == -1);
  int in = 9, out = 0;
  __atomic_store(&x, &in, __ATOMIC_RELEASE);
  __atomic_load(&x, &out, __ATOMIC_ACQUIRE);
  assert(out == 9);
  in = 1;
  __atomic_exchange(&x, &in, &out, __ATOMIC_SEQ_CST);
  assert(out == 9 && x == 1);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  char flag = 0;
  assert(!__atomic_test_and_set(&flag, __ATOMIC_SEQ_CST) && __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
  __atomic_clear(&flag, __ATOMIC_SEQ_CST);
  assert(flag == 0 && __atomic_always_lock_free(4, 0));
  return 0;
}
