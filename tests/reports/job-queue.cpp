// close() changes a flag without the lock: the consumer may miss the notification.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

struct Job {
  int id;
  int cost;
};

class JobQueue {
 public:
  void push(Job job) {
    std::lock_guard<std::mutex> guard(mutex_);
    jobs_.push(job);
    ready_.notify_one();
  }
  bool pop(Job& out) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (jobs_.empty() && !closed_) ready_.wait(lock);
    if (jobs_.empty()) return false;
    out = jobs_.front();
    jobs_.pop();
    return true;
  }
  void close() {
    closed_ = true;  // no lock
    ready_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::queue<Job> jobs_;
  bool closed_ = false;
};

void consume(JobQueue& queue, int& total) {
  Job job;
  while (queue.pop(job)) total += job.cost;
}

int main() {
  JobQueue queue;
  int total = 0;
  std::thread consumer(consume, std::ref(queue), std::ref(total));
  queue.push({1, 10});
  queue.close();
  consumer.join();
  std::printf("%d\n", total);
}
