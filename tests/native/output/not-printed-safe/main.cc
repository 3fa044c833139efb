#include <cstdio>
#include <iostream>
#include <thread>
#include <unistd.h>

static void say() {
  std::printf("from printf\n");
  std::fflush(stdout);
  std::cout << "from cout" << std::endl;
  std::cerr << "from cerr\n";
  write(1, "from write\n", 11);
}

static struct Early {
  Early() { std::cerr << "from before main\n"; }
} early;

int main() {
  std::thread other(say);
  say();
  other.join();
}
