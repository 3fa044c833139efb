// Waiting on words of memory, and waking the waiters, with the semantics of the kernel's futex. A wait reads its word;
// a wake-up uses only the address, and the memory may have been freed. Neither adds a happens-before edge.
#include <algorithm>
#include <cerrno>

#include "vm/interpreter.h"

namespace mover::vm {

using ir::Instr;
using ir::SyncOp;

std::vector<ThreadId> Vm::waiters_on_word(Address word) const {
  std::vector<ThreadId> result;
  for (ThreadId t = 0; t < state_.threads.size(); ++t)
    if (state_.threads[t] && state_.threads[t]->status == Status::OnWord && state_.threads[t]->wait_object == word)
      result.push_back(t);
  return result;
}

Exec Vm::wait_on_word(SyncOp op, const Instr& in) {
  constexpr uint64_t kSize = 4;
  const Address address = bits(argument(in, 0));
  Pointee word;
  if (!locate(argument(in, 0), kSize, false, word)) return Exec::Fault;
  if (must_park(word, true)) return Exec::Park;
  if (op != SyncOp::WordAwait) atomic_read(word, kSize, ir::Order::Relaxed);
  if (recording_) record_access(word, kSize, false, ir::Order::Relaxed, nullptr);
  if (peek(address, 0) != static_cast<uint32_t>(bits(argument(in, 1)))) {
    set_result(in, EAGAIN);
    return Exec::Next;
  }
  if (thread_->atomic_depth > 0 && others() && options_.section_may_block != nullptr)
    *options_.section_may_block = true;
  thread_->status = Status::OnWord;
  thread_->wait_object = address;
  thread_->timed_wait = op == SyncOp::WordTimedWait;
  thread_->timed_out = false;
  return Exec::Stop;
}

Exec Vm::wake_on_word(const Instr& in) {
  if (!visible_allowed_ && others()) return Exec::Park;
  const auto most = static_cast<uint32_t>(bits(argument(in, 1)));
  std::vector<ThreadId> woken = waiters_on_word(bits(argument(in, 0)));
  if (most == 1 && !woken.empty())
    woken = {woken[choice_]};
  else if (most < woken.size())
    return limit(Omission::Cause::Unmodelled, 0, "a wake-up of some of the threads that wait on a word");
  auto observes_waking = [&](ThreadId t) {
    return static_cast<SyncOp>(instruction(*state_.threads[t]).sub) != SyncOp::WordAwait;
  };
  if (std::ranges::any_of(woken, observes_waking) || (!woken.empty() && !drops_result(in))) observes();
  for (const ThreadId t : woken) state_.threads[t].write().status = Status::PastWord;
  set_result(in, woken.size());
  return Exec::Next;
}

// Completes a wait that has ended.
void Vm::return_from_word() {
  set_result(instruction(*thread_), thread_->timed_out ? ETIMEDOUT : 0);
  thread_->status = Status::Ready;
  thread_->timed_wait = thread_->timed_out = false;
  thread_->wait_object = 0;
}

}  // namespace mover::vm
