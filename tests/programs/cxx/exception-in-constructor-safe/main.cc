// Exceptions in constructors: what has been constructed is destroyed, and memory is freed.
#include <cassert>
#include <vector>

static int alive, made, failing;
struct Part {
  Part() { begin(); }
  Part(const Part&) { begin(); }
  ~Part() { --alive; }
  static void begin() {
    if (++made == failing) throw made;
    ++alive;
  }
};
struct Whole {
  Part first, second;
  Whole() try : first(), second() {
  } catch (int number) {
    assert(number == failing);
  }
};
struct Late {
  Part part;
  Late() { throw 7; }
};

template <typename Make>
static int thrown_by(int number, Make make) {
  made = 0;
  failing = number;
  try {
    make();
  } catch (int caught) {
    assert(alive == 0);
    return caught;
  }
  assert(alive == 0);
  return 0;
}

int main() {
  assert(thrown_by(3, [] { delete[] new Part[5]; }) == 3);
  assert(thrown_by(9, [] { delete[] new Part[5]; }) == 0);
  assert(thrown_by(2, [] { Whole whole; }) == 2);
  assert(thrown_by(9, [] { delete new Late; }) == 7);
  assert(thrown_by(3, [] { std::vector<Part> parts(4); }) == 3);
  assert(thrown_by(2, [] { Part parts[3]; }) == 2);
}
