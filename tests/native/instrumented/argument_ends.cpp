// An argument of class type that is passed by value ends with the full expression, and so does a result that is not used.
// expect: memory
// compiler: -std=c++20
// says: argument_ends.cpp:30:25: error
// says: argument_ends.cpp:35:16: error
// says: argument_ends.cpp:41:25: error
#include <mover.h>

#include <string>
#include <thread>
#include <vector>

struct Counted {
  static inline Counted* last;
  int number = 1;
  Counted() { last = this; }
  Counted(const Counted&) { last = this; }
  ~Counted() {}
};

static const std::string* kept;
static void keep(std::string text) { kept = &text; }
static void take(Counted) {}
static Counted make() { return Counted(); }
static void take_both(Counted, Counted) {}

static int of_argument() {
  const Counted counted;
  take(counted);
  return Counted::last->number ? 1 : 0;
}

static int of_text() {
  keep("ab");
  return kept->size() == 2 ? 1 : 0;
}
static int of_result() {
  for (int i = 0; i < 2; ++i) take_both(make(), make());
  bool seen = false;
  std::thread([&] { make(), seen = true; }).join(), make();
  return Counted::last->number && seen ? 1 : 0;
}

int main() {
  int (*const cases[])() = {of_argument, of_text, of_result};
  return cases[mover_choose(sizeof cases / sizeof *cases)]();
}
