#include <cstdlib>
#include <cstring>
#include <new>
struct alignas(64) Line { char bytes[64]; };
struct Own {
  static void *operator new(std::size_t n) { return std::malloc(n); }
  static void operator delete(void *p) { std::free(p); }
  int x = 0;
};
int main() {
  int *volatile one = new int(1);
  delete one;
  int *volatile many = new int[3];
  delete[] many;
  int *volatile quiet = new (std::nothrow) int[3];
  delete[] quiet;
  Line *volatile line = new Line;
  delete line;
  Line *volatile lines = new Line[2];
  delete[] lines;
  Own *volatile own = new Own;
  delete own;
  void *volatile aligned = std::aligned_alloc(64, 64);
  std::free(aligned);
  char *volatile text = strdup("text");
  text = static_cast<char *>(std::realloc(text, 100));
  std::free(text);
  void *volatile raw = ::operator new(8);
  ::operator delete(raw);
}
