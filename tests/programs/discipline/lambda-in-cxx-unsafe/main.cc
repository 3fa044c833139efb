// The predicate may be a lambda, and the location an object of a class. One method forgets the ticket.
#include <mover.h>
#include <pthread.h>

#include <atomic>

class Queue {
 public:
  Queue() {
    mover_exclusive(&count_, [] { return int(holds_ticket); });
  }
  void put() {
    while (ticket_.exchange(true)) {
    }
    holds_ticket = true;
    ++count_;
    holds_ticket = false;
    ticket_ = false;
  }
  int size() const { return count_; }

 private:
  static thread_local bool holds_ticket;
  std::atomic<bool> ticket_{false};
  int count_ = 0;
};

thread_local bool Queue::holds_ticket = false;

int main() {
  Queue queue;
  pthread_t producer;
  pthread_create(&producer, nullptr, [](void* q) { return static_cast<Queue*>(q)->put(), q; }, &queue);
  int seen = queue.size();
  pthread_join(producer, nullptr);
  return seen > 1;
}
