// Frames that exceptions have left have no effect on later frames.
// expect: safe
#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

std::mutex m;
std::map<std::string, int> counts;
std::vector<int> found;
inline int table[2] = {3, 4};

int fall(int depth, std::string text) {
  char room[24];
  std::copy(text.begin(), text.end(), room);
  if (depth == 0) throw std::runtime_error(std::string(room, text.size()));
  return fall(depth - 1, text + "x") + room[0];
}

int rise(int depth, std::vector<int> numbers) {
  int room[16];
  std::fill_n(room, 16, depth);
  if (depth == 0) return static_cast<int>(numbers.size());
  numbers.insert(numbers.end(), room, room + 2);
  return rise(depth - 1, numbers);
}

void work(int n) {
  std::ostringstream out;
  out << "k" << n;
  std::lock_guard lock(m);
  ++counts[out.str()];
  try {
    fall(3, out.str());
  } catch (const std::exception& error) {
    found.push_back(static_cast<int>(std::string(error.what()).size()));
  }
  found.push_back(rise(3, {}) + table[n]);
}

int main() {
  std::thread a(work, 0), b(work, 1);
  a.join();
  b.join();
  std::sort(found.begin(), found.end());
  std::function<int(int)> at = [&](int i) { return found[i]; };
  return at(0) == 5 && counts.size() == 2 ? 0 : 1;
}
