// Transfers between two accounts in both directions; std::lock takes both locks.
// expect: safe
// wrong: deadlock, each transfer locks its source first
#include <cassert>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 10;
};

void transfer(Account& from, Account& to, int amount) {
#ifdef WRONG
  std::unique_lock source(from.mutex), target(to.mutex);
#else
  std::unique_lock source(from.mutex, std::defer_lock), target(to.mutex, std::defer_lock);
  std::lock(source, target);
#endif
  from.balance -= amount;
  to.balance += amount;
}

int main() {
  Account alice, bob;
  std::thread one(transfer, std::ref(alice), std::ref(bob), 1), two(transfer, std::ref(bob), std::ref(alice), 2);
  one.join(), two.join();
  assert(alice.balance == 11 && bob.balance == 9);
}
