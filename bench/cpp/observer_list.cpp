// Observers that may unsubscribe while they are called.
// expect: safe
// wrong: deadlock, observers are called while the list is locked
#include <cassert>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

class Subject {
 public:
  int subscribe(std::function<void()> observer) {
    std::lock_guard guard(mutex_);
    observers_[++last_] = std::move(observer);
    return last_;
  }
  void unsubscribe(int id) {
    std::lock_guard guard(mutex_);
    observers_.erase(id);
  }
  void notify() {
#ifdef WRONG
    std::lock_guard guard(mutex_);
    const auto& called = observers_;
#else
    std::map<int, std::function<void()>> called;
    {
      std::lock_guard guard(mutex_);
      called = observers_;
    }
#endif
    for (const auto& [id, observer] : called) observer();
  }

 private:
  std::mutex mutex_;
  std::map<int, std::function<void()>> observers_;
  int last_ = 0;
};

int main() {
  Subject subject;
  int calls = 0, id = 0;
  id = subject.subscribe([&] {
    ++calls;
    subject.unsubscribe(id);
  });
  std::thread other([&] { subject.unsubscribe(subject.subscribe([] {})); });
  subject.notify();
  other.join();
  assert(calls == 1);
}
