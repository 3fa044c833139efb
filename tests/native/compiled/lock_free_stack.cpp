// Treiber's stack that frees popped nodes: the other thread may still read them.
// expect: memory race
#include <atomic>
#include <thread>
struct Node {
  int value;
  Node* next;
};
static std::atomic<Node*> top;
static void push(int value) {
  Node* node = new Node{value, top.load()};
  while (!top.compare_exchange_strong(node->next, node)) {
  }
}
static void pop() {
  Node* node = top.load();
  while (node && !top.compare_exchange_strong(node, node->next)) {
  }
  delete node;
}
int main() {
  push(1);
  push(2);
  std::thread a(pop);
  pop();
  a.join();
}
