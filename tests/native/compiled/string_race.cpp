// Two threads append to the same string.
// expect: race
// libc++: its library has members of std::string
#include <string>
#include <thread>
static std::string text;
int main() {
  std::thread a([] { text += 'a'; }), b([] { text.push_back('b'); });
  a.join();
  b.join();
}
