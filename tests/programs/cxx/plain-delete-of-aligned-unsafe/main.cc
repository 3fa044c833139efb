#include <new>
int main() {
  void *volatile p = ::operator new(64, std::align_val_t(64));
  ::operator delete(p);
}
