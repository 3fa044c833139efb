// Treiber's lock-free stack with std::atomic: two threads push, main pops both.
#include <assert.h>
#include <pthread.h>

#include <atomic>

template <typename T>
class Stack {
 public:
  void push(T value) {
    Node* node = new Node{value, top_.load()};
    while (!top_.compare_exchange_weak(node->next, node)) {
    }
  }
  bool pop(T& value) {
    Node* node = top_.load();
    while (node != nullptr && !top_.compare_exchange_weak(node, node->next)) {
    }
    if (node == nullptr) return false;
    value = node->value;
    delete node;
    return true;
  }

 private:
  struct Node {
    T value;
    Node* next;
  };
  std::atomic<Node*> top_{nullptr};
};

static Stack<int> stack;

static void* pusher(void* argument) {
  stack.push(*static_cast<int*>(argument));
  return nullptr;
}

int main() {
  int one = 1, two = 2, sum = 0, value = 0;
  pthread_t first, second;
  pthread_create(&first, nullptr, pusher, &one);
  pthread_create(&second, nullptr, pusher, &two);
  pthread_join(first, nullptr);
  pthread_join(second, nullptr);
  while (stack.pop(value)) sum += value;
  assert(sum == 3);
}
