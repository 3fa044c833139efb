// The program replaces operator new and delete; the array forms are the library's, and call them.
#include <cstdlib>
#include <new>
#include <string>
#include <thread>
#include <vector>
static void* take(size_t n) { return std::malloc(n); }
void* operator new(size_t n) { return take(n); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, size_t) noexcept { std::free(p); }
int main() {
  std::thread t([] { delete new int; delete[] new int[3]; });
  std::vector<std::string> v(3, "a text that is long enough for the heap");
  t.join();
}
