// A template of the library copies more elements into a local array than it has.
// expect: memory
#include <algorithm>
#include <string>
#include <thread>

void take(const std::string& text) {
  char room[4];
  std::copy(text.begin(), text.end(), room);
}

int main() {
  std::thread other(take, std::string("12345"));
  other.join();
}
