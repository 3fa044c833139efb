// Vector values: whether they are initialised is tracked for all lanes together.
// expect: unknown
// says: passes an uninitialised value on at never_set_vector.cpp:14
// says: passes an uninitialised value on, or in part only, at never_set_vector.cpp:21
#include <emmintrin.h>
#include <mover.h>

static int lanes() {
  int numbers[4] = {1, 2, 3, 4}, turned[4];
  _mm_storeu_si128(reinterpret_cast<__m128i*>(turned),
                   _mm_shuffle_epi32(_mm_loadu_si128(reinterpret_cast<__m128i*>(numbers)), 0x1b));
  if (turned[2] != 2) return 1;
  __m128i none;
  none = _mm_add_epi32(none, _mm_set1_epi32(1));
  if (_mm_cvtsi128_si32(none)) return 1;
  return 0;
}
static int in_memory() {
  int numbers[4], same[4];
  numbers[0] = 1;
  _mm_storeu_si128(reinterpret_cast<__m128i*>(same), _mm_loadu_si128(reinterpret_cast<__m128i*>(numbers)));
  if (same[2]) return 1;
  return 0;
}

int main() { return mover_choose(2) ? lanes() : in_memory(); }
