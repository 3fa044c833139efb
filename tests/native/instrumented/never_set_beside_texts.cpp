// Uninitialised members beside a string, memory from memory resources, and memory from allocators called through pointers.
// expect: memory
// compiler: -std=c++20
// says: never_set_beside_texts.cpp:30:10: error
// says: never_set_beside_texts.cpp:35:10: error
// says: never_set_beside_texts.cpp:40:30: error
// says: never_set_beside_texts.cpp:46:10: error
// says: never_set_beside_texts.cpp:52:10: error
// says: never_set_beside_texts.cpp:56:10: error
// says: never_set_beside_texts.cpp:60:10: error
// says: never_set_beside_texts.cpp:64:10: error
#include <mover.h>

#include <cstdlib>
#include <functional>
#include <memory_resource>
#include <new>
#include <string>
#include <vector>

struct Node {
  int number;
  std::string text;
  Node* next;
};

static int of_node() {
  Node* node = new Node;
  node->text.append("a text that is longer than sixteen characters");
  return node->next ? 1 : 0;
}

static int of_local_node() {
  Node node;
  return node.next ? 1 : 0;
}
static int of_monotonic_buffer() {
  std::pmr::monotonic_buffer_resource resource;
  std::pmr::vector<int> numbers{{1}, &resource};
  return numbers.reserve(8), numbers.data()[4] ? 1 : 0;
}
static int of_pool_used_before() {
  std::pmr::unsynchronized_pool_resource pool;
  *new (pool.allocate(8)) long = 1;
  long* again = static_cast<long*>(pool.allocate(8));
  return *again ? 1 : 0;
}
static int of_buffer() {
  char room[64] = {};
  std::pmr::monotonic_buffer_resource resource(room, sizeof room);
  int* number = static_cast<int*>(resource.allocate(4));
  return *number ? 1 : 0;
}
static int aligned() {
  void* (*const volatile allocate)(size_t, size_t) = std::aligned_alloc;
  return static_cast<int*>(allocate(16, 16))[1] ? 1 : 0;
}
static int by_operator() {
  std::function<void*(size_t)> allocate = static_cast<void* (*)(size_t)>(&::operator new);
  return static_cast<int*>(allocate(16))[1] ? 1 : 0;
}
static int of_short_text() {
  const std::string text("ab");
  return text.data()[9] ? 1 : 0;
}

int main() {
  int (*const cases[])() = {of_node, of_local_node, of_monotonic_buffer, of_pool_used_before,
                            of_buffer, aligned, by_operator, of_short_text};
  return cases[mover_choose(sizeof cases / sizeof *cases)]();
}
