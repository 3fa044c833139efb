// A cache identifies objects by their addresses, which may be reused.
// expect: unknown
// says: malloc and realloc may return that address again
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

struct Shape {
  int area;
};
std::mutex m;
Shape* current = new Shape{1};
std::vector<std::pair<const Shape*, int>> cache;

int area(const Shape* shape) {
  for (const auto& [known, area] : cache)
    if (known == shape) return area;
  cache.push_back({shape, shape->area});
  return shape->area;
}

int main() {
  std::thread replaces([] {
    std::lock_guard lock(m);
    delete current;
    current = new Shape{2};
  });
  for (int i = 0; i < 2; ++i) {
    std::lock_guard lock(m);
    assert(area(current) == current->area);
  }
  replaces.join();
  assert(area(current) == current->area);
}
