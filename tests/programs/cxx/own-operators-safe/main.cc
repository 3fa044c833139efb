#include <cstdlib>
#include <new>
void *operator new(std::size_t n) { return std::malloc(n); }
void operator delete(void *p) noexcept { std::free(p); }
void operator delete(void *p, std::size_t) noexcept { std::free(p); }
int main() {
  int *volatile one = new int(1);
  delete one;
  int *volatile many = new int[3];
  delete[] many;
}
