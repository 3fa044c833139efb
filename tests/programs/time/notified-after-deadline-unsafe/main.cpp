// The notification may wake the impatient thread, which may then find that its deadline has passed. In that case it
// does not pass the notification on, and the patient thread waits for ever.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
using namespace std::chrono_literals;
static std::mutex mutex;
static std::condition_variable not_empty;
static int items = 0;
int main() {
  std::thread impatient([] {
    std::unique_lock<std::mutex> lock(mutex);
    if (items == 0 && not_empty.wait_for(lock, 10ms) == std::cv_status::no_timeout) not_empty.notify_one();
  });
  std::thread patient([] {
    std::unique_lock<std::mutex> lock(mutex);
    not_empty.wait(lock, [] { return items > 0; });
  });
  std::this_thread::sleep_for(20ms);
  {
    std::lock_guard<std::mutex> lock(mutex);
    ++items;
    not_empty.notify_one();
  }
  impatient.join();
  patient.join();
}
