// The deallocation function does not match the allocation.
#include <cstdlib>
#include <thread>

static void give_back() {
#if defined(ARRAY)
  int* numbers = new int[3];
  delete numbers;
#elif defined(SINGLE)
  int* number = new int;
  delete[] number;
#elif defined(MALLOC)
  int* number = static_cast<int*>(std::malloc(sizeof(int)));
  delete number;
#else
  int* number = new int;
  std::free(number);
#endif
}

int main() {
  std::thread other(give_back);
  other.join();
}
