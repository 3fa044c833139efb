#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

int main(void) {
  atomic_int i = 5;
  assert(atomic_fetch_add(&i, 3) == 5 && atomic_fetch_sub(&i, 2) == 8 && i == 6);
  assert(atomic_fetch_or(&i, 9) == 6 && i == 15);
  assert(atomic_fetch_and(&i, 5) == 15 && i == 5);
  assert(atomic_fetch_xor(&i, 6) == 5 && i == 3);
  assert(atomic_exchange(&i, -1) == 3 && i == -1);
  int expected = 0;
  assert(!atomic_compare_exchange_strong(&i, &expected, 9) && expected == -1 && i == -1);
  assert(atomic_compare_exchange_strong(&i, &expected, 9) && i == 9);
  assert(i++ == 9 && ++i == 11 && (i += 4) == 15 && (i -= 5) == 10 && (i *= 2) == 20 && i-- == 20 && --i == 18);
  assert((i /= 4) == 4 && (i %= 3) == 1 && (i <<= 4) == 16 && (i >>= 1) == 8 && (i |= 3) == 11 && (i &= 6) == 2);

  atomic_uchar small = 250;
  small += 10;
  assert(small == 4);
  _Atomic int64_t wide = INT64_MAX;
  assert(atomic_fetch_sub(&wide, INT64_MAX) == INT64_MAX && wide == 0);
  atomic_bool truth = false;
  assert(!atomic_exchange(&truth, true) && truth);
  int array[3] = {1, 2, 3};
  int *_Atomic pointer = array;
  assert(*atomic_fetch_add(&pointer, 2) == 1 && *pointer == 3);
  pointer--;
  assert(*pointer == 2);
  _Atomic double d = 1.5;
  d += 2;
  assert(d == 3.5);
  atomic_flag flag = ATOMIC_FLAG_INIT;
  assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
  atomic_flag_clear(&flag);
  assert(!atomic_flag_test_and_set(&flag));
  atomic_int later;
  atomic_init(&later, 3);
  assert(later == 3 && atomic_is_lock_free(&later));
  return 0;
}
