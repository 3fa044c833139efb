// Members that constructors do not initialise, of objects in all kinds of memory, and variables of coroutines.
// expect: memory
// compiler: -std=c++20
// says: never_set_objects.cpp:28:32: error
// says: never_set_objects.cpp:35:10: error
// says: never_set_objects.cpp:40:10: error
// says: never_set_objects.cpp:44:10: error
// says: never_set_objects.cpp:48:10: error
// says: never_set_objects.cpp:53:10: error
// says: never_set_objects.cpp:59:12: error
// says: never_set_objects.cpp:69:10: error
// says: never_set_objects.cpp:87:7: error
#include <mover.h>

#include <array>
#include <coroutine>
#include <memory>
#include <new>
#include <vector>

struct Half {
  int a, b;
  Half() : a(1) {}
};

static int captured() {
  int number;
  auto get = [number] { return number ? 1 : 0; };
  return get();
}
static int of_array() {
  std::array<int, 4> numbers;
  numbers[0] = 1;
  std::array<int, 4> same = numbers;
  return same[2] ? 1 : 0;
}
static int of_new() {
  int* numbers = new int[4];
  numbers[0] = 1;
  return numbers[2] == 5 ? 1 : 0;
}
static int placed() {
  alignas(Half) unsigned char room[sizeof(Half)];
  return (new (room) Half)->b ? 1 : 0;
}
static int shared() {
  auto half = std::make_shared<Half>();
  return half->b ? 1 : 0;
}
static int of_vector() {
  std::vector<Half> halves(3);
  halves.push_back(halves[1]);
  return halves[3].b ? 1 : 0;
}
static int thrown() {
  try {
    throw Half();
  } catch (const Half& half) {
    return half.b ? 1 : 0;
  }
}
static int of_union() {
  union Either {
    long number;
    int parts[2];
  } either;
  either.parts[0] = 1;
  const Either same = either;
  return same.parts[1] ? 1 : 0;
}

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
static int result;
static Task run(bool sets) {
  int number;
  if (sets) number = 1;
  co_await std::suspend_always{};
  if (number) result = 1;
}
static int suspended() {
  run(true).handle.resume();
  run(false).handle.resume();
  return 0;
}

int main() {
  int (*const cases[])() = {captured, of_array, of_new, placed, shared, of_vector, thrown, of_union, suspended};
  return cases[mover_choose(sizeof cases / sizeof *cases)]();
}
