// All deallocation functions match the allocation: operators of classes, of the library, aligned ones, allocators.
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>
struct Own { static void* operator new(size_t n) { return std::malloc(n); } static void operator delete(void* p) { std::free(p); } int x; };
struct Wide { alignas(64) char c[64]; };
struct Base { virtual ~Base() = default; };
struct Derived : Base { std::string s = "a text that is long enough for the heap"; };
int main() {
  std::thread t([] { delete new Own; delete[] new int[3]; });
  std::unique_ptr<int[]> a(new int[4]);
  std::vector<std::string> v(3, "a text that is long enough for the heap");
  std::shared_ptr<int> s = std::make_shared<int>(1);
  std::shared_ptr<Base> b(new Derived);
  delete new Wide;
  delete[] new Wide[2];
  delete[] new std::string[2];
  int* n = new (std::nothrow) int; delete n;
  void* m = std::malloc(8); m = std::realloc(m, 100); std::free(m);
  void* o = ::operator new(8); ::operator delete(o);
  std::allocator<long> al; al.deallocate(al.allocate(3), 3);
  char* buffer = static_cast<char*>(std::malloc(sizeof(Derived))); auto* d = new (buffer) Derived; d->~Derived(); std::free(buffer);
  t.join();
}
