// The record of initialised bytes of a variable is dropped at the end of its function or block: the addresses are reused.
// expect: safe
#include <cstdlib>
#include <cstring>
#include <thread>

struct Numbers {
  int first, second, rest[6];
};
struct Large {
  long at[8];
};

__attribute__((noinline)) static int is_three(const int* numbers, int i) {
  if (numbers[i] == 3) return 1;
  return 0;
}
__attribute__((noinline)) static void copy(int* to, const int* from) { *to = *from; }
__attribute__((noinline)) static void take_copies(const Numbers* partly) {
  Numbers whole = *partly;
  if (whole.first != 1) std::abort();
  int all[8];
  for (int& one : all) copy(&one, &partly->second);
}
__attribute__((noinline)) static void count_threes() {
  int threes[8];
  threes[0] = threes[1] = threes[2] = threes[3] = threes[4] = threes[5] = threes[6] = threes[7] = 3;
  int count = 0;
  for (int i = 0; i < 8; i++) count += is_three(threes, i);
  if (count != 8) std::abort();
}
__attribute__((noinline)) static void has_by_value(Large large, int i) {
  if (large.at[i] != i) std::abort();
  large.at[i] = 2;
}
__attribute__((noinline)) static void has_blocks(int rounds) {
  for (int k = 0; k < rounds; k++) {
    {
      int some[4];
      some[k % 4] = k;
      is_three(some, k % 4);
    }
    {
      int all[4] = {3, 3, 3, 3};
      is_three(all, k % 4);
    }
    {
      int zeros[4];
      memset(zeros, 0, sizeof zeros);
      is_three(zeros, (k + 1) % 4);
    }
  }
}
__attribute__((noinline)) static void has_array(int n) {
  int a[n];
  a[0] = 3;
  is_three(a, 0);
}
static void all(const Numbers* partly) {
  take_copies(partly);
  count_threes();
  Large large;
  for (int i = 0; i < 8; i++) large.at[i] = i;
  has_by_value(large, 7);
  has_array(5);
  has_blocks(9);
}

int main() {
  auto* partly = static_cast<Numbers*>(malloc(sizeof(Numbers)));
  partly->first = 1;
  std::thread(all, partly).join();
  all(partly);
  free(partly);
}
