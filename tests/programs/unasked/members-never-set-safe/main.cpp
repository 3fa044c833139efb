// Members, captures and a floating-point number that were never set are one arbitrary value each.
#include <cassert>

struct Point {
  int x, y;
  Point moved(int by) const { return {x + by, y}; }
};

int main() {
  Point p;
  Point q = p.moved(1);
  auto is_next = [q](const Point& other) { return q.x == other.x + 1; };
  const bool next = is_next(p);
  if (p.x < 1000) assert(next);
  double d;
  double e = d;
  if (d > 1.0) assert(e + 1.0 > 1.5);
  bool b;
  if (b) assert(b);
#ifdef WRONG
  if (p.x == 3) assert(q.x != 4);
#endif
}
