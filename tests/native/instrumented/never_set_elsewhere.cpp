// Values set by the C++ library, assembly, atomic accesses and vectors; and frames left by exceptions and longjmp.
// expect: safe
#include <emmintrin.h>

#include <charconv>
#include <csetjmp>
#include <cstdlib>
#include <sstream>
#include <thread>

static void must(bool holds) {
  if (!holds) abort();
}

static void streams() {
  std::istringstream words("5 7.5"), text("0123456789012345678901234567890123456789\nx");
  int number;
  double real;
  words >> number >> real;
  must(number == 5 && real > 7);
  char line[64], block[64];
  line[9] = 'x';  // a part of it is set already
  text.getline(line, 64);
  must(line[39] == '9');
  std::istringstream again(line);
  again.read(block, 40);
  must(block[39] == '9');
  int back;
  std::from_chars(block + 1, block + 4, back);
  must(back == 123);
}

static void processor() {
  int added, stored = 5, tied, lanes[8];
  __atomic_store_n(&added, 1, __ATOMIC_SEQ_CST);
  __atomic_fetch_add(&added, 1, __ATOMIC_SEQ_CST);
  must(added == 2);
  __asm__("" : "=g"(tied) : "0"(stored));
  must(tied == 5);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(lanes), _mm_set1_epi32(3));
  must(lanes[2] == 3);
  void* block;
  must(posix_memalign(&block, 64, 64) == 0);
  must(block != nullptr);
  free(block);
}

struct Large {
  long at[6];
};
static jmp_buf back;
__attribute__((noinline)) static void touch(int* first) { *first = 1; }
__attribute__((noinline)) static void leave(bool jumps) {
  int numbers[64];
  touch(numbers);
  if (jumps) longjmp(back, 1);
  throw 1;
}
__attribute__((noinline)) static void use(Large large) { must(large.at[5] == 5); }

static void frames() {
  Large large;
  for (int i = 0; i < 6; ++i) large.at[i] = i;
  try {
    leave(false);
  } catch (int) {
    use(large);
  }
  if (setjmp(back) == 0) leave(true);
  use(large);
}

int main() {
  streams();
  processor();
  frames();
  std::thread(frames).join();
}
