#include <cassert>
#include <cstdint>
#include <memory>
#include <new>

struct Node {
  explicit Node(int v) : value(v) {}
  ~Node() { ++deleted; }
  int value;
  Node* next = nullptr;
  static int deleted;
};
int Node::deleted = 0;

struct alignas(64) Wide {
  char bytes[64];
};

int main() {
  Node* list = nullptr;
  for (int i = 0; i < 3; i++) {
    Node* node = new Node(i);
    node->next = list;
    list = node;
  }
  while (list) {
    Node* next = list->next;
    delete list;
    list = next;
  }
  assert(Node::deleted == 3);
  int* array = new int[3]{1, 2, 3};
  assert(array[2] == 3);
  delete[] array;
  Wide* wide = new Wide;
  assert(reinterpret_cast<std::uintptr_t>(wide) % 64 == 0);
  delete wide;
  alignas(Node) unsigned char room[sizeof(Node)];
  Node* placed = new (room) Node(9);
  assert(placed->value == 9);
  placed->~Node();
  int* quiet = new (std::nothrow) int(4);
  assert(*quiet == 4);
  delete quiet;
  {
    std::unique_ptr<Node> owner = std::make_unique<Node>(5);
    std::unique_ptr<Node> other = std::move(owner);
    assert(!owner && other->value == 5);
  }
  assert(Node::deleted == 5);
  return 0;
}
