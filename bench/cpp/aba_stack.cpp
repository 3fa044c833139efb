// A stack without locks, whose nodes are reused: the head carries a tag that changes with each operation.
// expect: safe
// wrong: assertion, without the tag: the head may be the same node again, with another successor
#include <atomic>
#include <cassert>
#include <thread>

constexpr short kNone = -1;

struct Head {
  short node = kNone;
  short tag = 0;
};

static std::atomic<Head> head;
static std::atomic<short> next[2];

Head after(Head before, short node) {
#ifdef WRONG
  return {node, 0};
#else
  return {node, static_cast<short>(before.tag + 1)};
#endif
}

void push(short node) {
  Head old = head.load();
  do next[node] = old.node;
  while (!head.compare_exchange_strong(old, after(old, node)));
}

short pop() {
  Head old = head.load();
  while (old.node != kNone)
    if (head.compare_exchange_strong(old, after(old, next[old.node]))) break;
  return old.node;
}

int main() {
  push(1);
  push(0);
  short mine = kNone, kept = kNone;
  std::thread other([&] {
    const short first = pop();
    kept = pop();
    if (first != kNone) push(first);
  });
  mine = pop();
  other.join();
  const short rest = pop();
  assert(rest == kNone || (rest != mine && rest != kept));
}
