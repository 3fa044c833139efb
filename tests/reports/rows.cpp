// One of two threads does not take the lock.
#include <mutex>
#include <thread>
#include <vector>
struct Row {
  int key;
  int hits;
};
struct Table {
  std::vector<Row> rows;
  std::mutex lock;
};
int main() {
  Table table;
  table.rows.resize(4);
  std::thread t([&table] { table.rows[2].hits++; });
  {
    std::lock_guard<std::mutex> g(table.lock);
    table.rows[2].hits++;
  }
  t.join();
}
