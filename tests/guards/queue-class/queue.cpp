// A class with its lock, on the heap, and a template.
#include <pthread.h>

template <typename T>
class Queue {
 public:
  Queue() { pthread_mutex_init(&mu_, nullptr); }
  void push(T value) {
    pthread_mutex_lock(&mu_);
    if (!full()) items_[count_++] = value;
    pthread_mutex_unlock(&mu_);
  }
  T sum() const {
    T result{};
    pthread_mutex_lock(&mu_);
    for (int i = 0; i < count_; ++i) result += items_[i];
    pthread_mutex_unlock(&mu_);
    return result;
  }

 private:
  bool full() const { return count_ == 4; }
  mutable pthread_mutex_t mu_;
  T items_[4] = {};
  int count_{0};
};

static Queue<long>* queue;

static void* work(void*) {
  queue->push(7);
  return nullptr;
}

int main() {
  queue = new Queue<long>;
  pthread_t a, b;
  pthread_create(&a, nullptr, work, nullptr);
  pthread_create(&b, nullptr, work, nullptr);
  long early = queue->sum();
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return queue->sum() >= early ? 0 : 1;
}
