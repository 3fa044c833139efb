// The flag is stored with relaxed order, so it does not publish the payload.
#include <atomic>
#include <thread>

struct Channel {
  int payload = 0;
  std::atomic<bool> ready{false};
};

int main() {
  Channel channel;
  std::thread sender([&] {
    channel.payload = 42;
    channel.ready.store(true, std::memory_order_relaxed);
  });
  int received = 0;
  if (channel.ready.load(std::memory_order_acquire)) received = channel.payload;
  sender.join();
  return received == 1;
}
