// Static variables of a function, and a pointer to a thread-local variable of another thread.
#include <thread>

struct Ids {
  int next = 1;
  int given = 0;
};
static int new_id() {
  static Ids ids;
  static int calls;
  ++calls;
  ++ids.given;
  return ids.next++;
}
thread_local int last_id;
struct Tls {
  int hits;
  int misses;
};
thread_local Tls stats;
int *shared;
int main() {
  std::thread t([] {
    last_id = new_id();
    shared = &stats.misses;
    stats.misses = 2;
  });
  last_id = new_id();
  t.join();
  return last_id > 9;
}
