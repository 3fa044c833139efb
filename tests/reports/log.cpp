// A string is assigned outside the critical section.
#include <map>
#include <mutex>
#include <string>
#include <thread>
struct Log {
  std::string last;
  std::map<std::string, int> counts;
  std::mutex m;
};
Log journal;
void add(const std::string& what) {
  {
    std::lock_guard<std::mutex> g(journal.m);
    journal.counts[what]++;
  }
  journal.last = what;
}
int main() {
  std::thread t([] { add("b"); });
  add("a");
  t.join();
}
