// An actor that owns its state and gets messages through a mailbox.
// expect: safe
// wrong: assertion, the owner reads the actor's state without asking it, perhaps before the message has arrived
#include <cassert>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>

class Counter {
 public:
  Counter() : thread_([this] { run(); }) {}
  ~Counter() {
    send(nullptr);
    thread_.join();
  }
  void add(int amount) {
    send([this, amount] { total_ += amount; });
  }
  int total() {
#ifndef WRONG
    std::mutex mutex;
    std::condition_variable answered;
    bool is_answered = false;
    int result = 0;
    send([&] {
      std::lock_guard guard(mutex);
      result = total_;
      is_answered = true;
      answered.notify_one();
    });
    std::unique_lock lock(mutex);
    answered.wait(lock, [&] { return is_answered; });
    return result;
#else
    return total_;
#endif
  }

 private:
  using Message = std::function<void()>;
  void send(Message message) {
    std::lock_guard guard(mutex_);
    mailbox_.push(std::move(message));
    arrived_.notify_one();
  }
  void run() {
    for (;;) {
      std::unique_lock lock(mutex_);
      arrived_.wait(lock, [&] { return !mailbox_.empty(); });
      const Message message = std::move(mailbox_.front());
      mailbox_.pop();
      lock.unlock();
      if (!message) return;
      message();
    }
  }
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::queue<Message> mailbox_;
  int total_ = 0;
  std::thread thread_;
};

int main() {
  Counter counter;
  counter.add(2);
  assert(counter.total() == 2);
}
