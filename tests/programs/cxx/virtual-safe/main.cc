#include <cassert>

struct Shape {
  virtual ~Shape() { ++destroyed; }
  virtual int area() const = 0;
  virtual int sides() const { return 0; }
  static int destroyed;
};
int Shape::destroyed = 0;

struct Square : Shape {
  explicit Square(int s) : side(s) {}
  int area() const override { return side * side; }
  int sides() const override { return 4; }
  int side;
};

struct Named {
  virtual const char* name() const { return "named"; }
};

struct Circle final : Named, Shape {
  int area() const override { return 3; }
  const char* name() const override { return "circle"; }
};

struct Left : virtual Named {
  int l = 1;
};
struct Right : virtual Named {
  int r = 2;
};
struct Both : Left, Right {
  const char* name() const override { return "both"; }
};

int main() {
  Shape* shapes[] = {new Square(3), new Circle};
  int area = 0, sides = 0;
  for (Shape* s : shapes) area += s->area(), sides += s->sides();
  assert(area == 12 && sides == 4);
  for (Shape* s : shapes) delete s;
  assert(Shape::destroyed == 2);
  Both both;
  Named& named = both;
  assert(named.name()[0] == 'b' && both.l + both.r == 3);
  return 0;
}
