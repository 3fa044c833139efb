// A node whose link was never set, found by another thread.
// expect: memory
// says: a branch depends on an uninitialised value
#include <mutex>
#include <thread>

struct Node {
  int value;
  Node* next;
};
std::mutex m;
Node* head = nullptr;

int main() {
  std::thread other([] {
    Node* node = new Node;
    node->value = 1;
    std::lock_guard lock(m);
    head = node;
  });
  other.join();
  std::lock_guard lock(m);
  if (head->next != nullptr) return 1;
  return 0;
}
