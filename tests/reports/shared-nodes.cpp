// Two threads change a node that they share.
#include <memory>
#include <thread>
#include <vector>

struct Node {
  int value = 0;
  std::shared_ptr<Node> next;
};
int main() {
  auto root = std::make_shared<Node>();
  root->next = std::make_shared<Node>();
  std::thread a([root] { root->next->value = 1; });
  std::thread b([root] { root->next->value += 2; });
  a.join();
  b.join();
  return root->next->value == 9;
}
