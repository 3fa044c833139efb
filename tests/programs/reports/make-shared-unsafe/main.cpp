// Two nodes that std::make_unique and std::make_shared allocate are locked in opposite orders.
#include <memory>
#include <mutex>
#include <thread>

struct Node {
  std::mutex lock;
  int value = 0;
};

void transfer(Node* from, Node* to) {
  std::lock_guard<std::mutex> one(from->lock);
  std::lock_guard<std::mutex> two(to->lock);
  --from->value;
  ++to->value;
}

int main() {
  auto first = std::make_unique<Node>();
  auto second = std::make_shared<Node>();
  std::thread there(transfer, first.get(), second.get());
  std::thread back(transfer, second.get(), first.get());
  there.join();
  back.join();
}
