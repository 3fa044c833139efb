// An exception leaves the function of a thread.
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

struct Account {
  int balance = 10;
  std::mutex lock;
  void withdraw(int amount) {
    std::lock_guard<std::mutex> guard(lock);
    if (amount > balance) throw std::runtime_error("insufficient funds");
    balance -= amount;
  }
};
int main() {
  Account account;
  std::thread first([&] { account.withdraw(6); });
  std::thread second([&] { account.withdraw(6); });
  first.join();
  second.join();
}
