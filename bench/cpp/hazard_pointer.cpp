// A reader protects the node that it reads with a hazard pointer; the writer frees a node that nobody protects.
// expect: safe
// wrong: memory, the reader does not look again after it has announced the node
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
};

static std::atomic<Node*> current;
static std::atomic<Node*> hazard;

int read() {
  Node* node = current.load();
#ifdef WRONG
  hazard.store(node);
#else
  for (;;) {
    hazard.store(node);
    Node* const again = current.load();
    if (again == node) break;
    node = again;
  }
#endif
  const int value = node->value;
  hazard.store(nullptr);
  return value;
}

int main() {
  current = new Node{1};
  std::thread reader([] {
    const int value = read();
    assert(value == 1 || value == 2);
  });
  Node* const old = current.exchange(new Node{2});
  const bool is_protected = hazard.load() == old;
  if (!is_protected) delete old;
  reader.join();
  if (is_protected) delete old;
  delete current.load();
}
