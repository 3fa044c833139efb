#include <barrier>
#include <thread>
std::barrier meeting(2);
int main() {
  std::thread other([] { meeting.arrive_and_wait(); });
  other.join();
}
