// Random numbers of all sources are the same when the schedule is repeated. Both assertions can fail.
#include <sys/auxv.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <x86intrin.h>

#include <cassert>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <random>
#include <thread>

template <typename Stream>
static unsigned from(Stream read) {
  unsigned value = 0;
  read(&value);
  return value;
}

int main() {
  unsigned all[8] = {std::random_device()(),
                     std::random_device("/dev/urandom")(),
                     static_cast<unsigned>(__rdtsc()),
                     static_cast<unsigned>(getpid()),
                     from([](unsigned *to) { std::ifstream("/dev/urandom").read(reinterpret_cast<char *>(to), 4); }),
                     from([](unsigned *to) { syscall(SYS_getrandom, to, 4, 0); }),
                     from([](unsigned *to) { memcpy(to, reinterpret_cast<void *>(getauxval(AT_RANDOM)), 4); }),
                     from([](unsigned *to) {
                       FILE *file = fopen("/dev/random", "r");
                       if (fread(to, 4, 1, file) != 1) *to = 1;
                       fclose(file);
                     })};
  unsigned sum = 0;
  for (unsigned one : all) sum = sum * 31 + one;
  bool odd = sum % 2 != 0;
  int order = 0;
  std::thread a([&] { __atomic_fetch_add(&order, 1, __ATOMIC_SEQ_CST); });
  if (odd)
    assert(__atomic_load_n(&order, __ATOMIC_SEQ_CST) == 0);
  else
    assert(__atomic_load_n(&order, __ATOMIC_SEQ_CST) == 1);
  a.join();
}
