// A pool of one connection; the lease gives the connection back, whatever happens.
// expect: safe
// wrong: deadlock, an exception leaves the function before the connection is given back
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>

class Pool {
 public:
  void acquire() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_free_; });
    is_free_ = false;
  }
  void release() {
    std::lock_guard guard(mutex_);
    is_free_ = true;
    changed_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_free_ = true;
};

static Pool pool;
static int queries;

struct Lease {
  Lease() { pool.acquire(); }
  ~Lease() { pool.release(); }
};

void query(bool fails) {
#ifdef WRONG
  pool.acquire();
#else
  Lease lease;
#endif
  ++queries;
  if (fails) throw std::runtime_error("the query failed");
#ifdef WRONG
  pool.release();
#endif
}

void work(bool fails) {
  try {
    query(fails);
  } catch (const std::exception&) {
  }
}

int main() {
  std::thread one(work, true), two(work, false);
  one.join(), two.join();
  assert(queries == 2);
}
