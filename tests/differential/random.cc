// The frame of random programs: features, number of threads, control flow, and main.
#include "differential/random.h"

#include "differential/generator.h"

namespace mover::differential {

bool Generator::sets_register(Kind kind) {
  switch (kind) {
    case Kind::Load:
    case Kind::LoadByte:
    case Kind::AtomicLoad:
    case Kind::AtomicXor:
    case Kind::CompareExchange:
    case Kind::TryLock:
    case Kind::TimedLock:
    case Kind::SpinTry:
    case Kind::PeekLock:
    case Kind::SemTryWait:
    case Kind::SemTimed:
    case Kind::SemGet:
    case Kind::TryReadLock:
    case Kind::TryWriteLock:
    case Kind::TimedReadLock:
    case Kind::TimedWriteLock:
    case Kind::Peek:
    case Kind::TryNode:
    case Kind::LoadField:
    case Kind::Choose:
      return true;
    default:
      return false;
  }
}

void Generator::draw_features() {
  const uint32_t wanted = 1 + rng_.below(3);
  for (uint32_t i = 0; i < wanted; ++i) features_ |= 1u << rng_.below(kFeatures);
  if (has(kTwoMutexes) || has(kTry) || has(kCondition)) features_ |= 1u << kMutex;
  if (has(kLifecycle)) features_ |= 1u << (rng_.percent(60) ? kMutex : rng_.percent(60) ? kCondition : kSemaphore);
  if (has(kAtomicSection) && rng_.percent(50)) features_ |= 1u << (rng_.percent(70) ? kMutex : kSemaphore);
  if (has(kCondition)) features_ |= 1u << kMutex;
  if (has(kWeak)) features_ |= 1u << (rng_.percent(70) ? kAtomics : rng_.percent(70) ? kHeap : kLocals);
  if (has(kNodes) && rng_.percent(50)) {  // only nodes, whose locks protect all data
    features_ &= 1u << kNodes | 1u << kWeak;
    return;
  }
  if (rng_.percent(60)) features_ |= 1u << (rng_.percent(60) ? kPlain : kAtomics);
}

Block Generator::thread(int budget) {
  Block body;
  set_ = 0;
  while (budget > 0) statement(body, budget, 0);
  return body;
}

Program Generator::make() {
  Program program;
  draw_features();
  const bool large = size_ == Size::Large;
  uint32_t threads = has(kEndless) || rng_.percent(70) ? 2 : 3;
  if (large && rng_.percent(30)) threads = 3 + rng_.below(2);
  if (has(kChildren)) threads = std::min(threads, 2u), children_ = 1 + rng_.below(2);
  auto budget = [&]() -> int {
    const int small = threads == 2 ? 2 + rng_.below(5) : 1 + rng_.below(2);
    return large ? small + 1 + static_cast<int>(rng_.below(4)) : has(kChildren) ? (small + 1) / 2 : small;
  };
  if (has(kNodes)) node_prologue(program);
  for (uint32_t t = 0; t < threads; ++t) {
    usual_node_ = twins_ ? t % 2 : 0;
    program.threads.push_back(thread(budget()));
  }
  for (uint32_t c = 0; c < children_; ++c) {
    spawned_ = std::max(spawned_, c + 1);
    program.children.push_back(thread(large ? 3 : 1 + rng_.below(2)));
  }
  draw_main(program);
  if (alike_) make_alike(program);
  program.prefers_writers = has(kRwLock) && rng_.percent(40);
  return program;
}

// Most threads are created by main, so that there are several of them.
void Generator::make_alike(Program& program) {
  program.alike = true;
  if (rng_.percent(85)) program.main_is_last = false;
  for (Block& thread : program.threads) thread = program.threads.front();
}

void Generator::draw_main(Program& program) {
  // If main is the last thread and its loop is endless, it may be the only thread left. Its loop is then one long step,
  // so such programs are drawn rarely.
  program.main_is_last = rng_.percent(has(kEndless) ? 10 : program.threads.size() == 3 ? 97 : 40);
  const uint32_t end = rng_.below(20);
  program.finish = end < 14 ? Finish::Join : end < 17 ? Finish::Return : end < 19 ? Finish::Quit : Finish::Detach;
  for (uint8_t& type :
       program.mutex_type)  // no recursive mutex with loops: its count would make the state space infinite
    if (rng_.percent(12)) type = static_cast<uint8_t>(has(kEndless) || has(kLoops) ? 2 : 1 + rng_.below(2));
  program.sem_start = static_cast<uint8_t>(rng_.below(2));
  set_ = 0;
  int unused = 8;
  if (program.finish != Finish::Join || rng_.percent(30)) return;
  add(program.check, unused, Kind::Load, 0, 0);
  if (rng_.percent(50)) {
    add(program.check, unused, Kind::Load, 1, 1);
    add(program.check, unused, Kind::AssertSame, 0, 0, 0, 1);
  } else {
    add(program.check, unused, Kind::Assert, 0, 0, rng_.below(3));
  }
}

void Generator::statement(Block& out, int& budget, int depth) {
  if (alike_ && rng_.percent(15)) return add(out, budget, Kind::Grow);
  if (alike_ && rng_.percent(2)) return add(out, budget, Kind::AssertDelay, 0, 0, 4);
  if (set_ != 0 && rng_.percent(30)) return branch_on_register(out, budget, depth);
  for (int tries = 0; tries < 12; ++tries) {
    const uint32_t feature = rng_.below(kFeatures);
    if (has(feature) && feature_statement(out, budget, depth, feature)) return;
  }
  if (has(kAtomics)) return atomic(out, budget);
  plain(out, budget);
}

bool Generator::feature_statement(Block& out, int& budget, int depth, uint32_t feature) {
  if (depth > 2 && feature != kPlain && feature != kAtomics && feature != kWeak) return false;
  switch (feature) {
    case kPlain:
      return plain(out, budget), true;
    case kAtomics:
      return atomic(out, budget), true;
    case kWeak:
      return weak(out, budget), true;
    case kBytes:
      return bytes(out, budget), true;
    case kMutex:
    case kTwoMutexes:
      return section(out, budget, depth), true;
    case kTry:
      return try_section(out, budget, depth), true;
    case kCondition:
      return condition(out, budget), true;
    case kSemaphore:
      return semaphore(out, budget, depth), true;
    case kBarrier:
      if (depth > 0 && !rng_.percent(20)) return false;
      return add(out, budget, Kind::BarrierWait), true;
    case kRwLock:
      return rwlock(out, budget), true;
    case kSpinLock:
      return spin_lock(out, budget, depth), true;
    case kOnce:
      return add(out, budget, Kind::CallOnce), true;
    case kLifecycle:
      return lifecycle(out, budget), true;
    case kHeap:
      return heap(out, budget), true;
    case kNodes:
      return node(out, budget), true;
    case kLocals:
      return local(out, budget), true;
    case kChildren:
      return children(out, budget), true;
    case kChoice:
      return choice(out, budget, depth), true;
    case kLoops:
      return loop(out, budget, depth), true;
    case kEndless:
      if (depth > 0) return false;
      return endless(out, budget, depth), true;
    case kAtomicSection:
      return atomic_section(out, budget, depth), true;
    default:
      return false;
  }
}

// An atomic section, which sometimes contains an operation that may block.
void Generator::atomic_section(Block& out, int& budget, int depth) {
  add(out, budget, Kind::Atomic);
  Block body;
  int part = 2;
  if (rng_.percent(35))
    body = block(budget, depth, 2);
  else
    while (part > 0) rng_.percent(60) ? plain(body, part) : atomic(body, part);
  out.back().body = std::move(body);
}

void Generator::choice(Block& out, int& budget, int depth) {
  const uint32_t r = reg();
  add(out, budget, Kind::Choose, 0, r, 2);
  if (rng_.percent(30)) return;
  if (rng_.percent(30)) return add(out, budget, Kind::Assume, 0, r, rng_.below(2));
  add_if(out, r, 1, block(budget, depth, 2));
}

void Generator::loop(Block& out, int& budget, int depth) {
  switch (rng_.below(4)) {
    case 0:
      return add(out, budget, Kind::Spin, variable(), 0, 0);
    case 1:
      return add(out, budget, Kind::AtomicSpin, variable(), 0, rng_.below(2));
    case 2: {  // a loop with a nondeterministic number of iterations
      const bool before = in_endless_;
      in_endless_ = true;
      --budget;
      Block inside = block(budget, depth, 2);
      in_endless_ = before;
      out.push_back({.kind = Kind::Sometimes, .body = std::move(inside)});
      return;
    }
    default: {
      --budget;
      Block inside = block(budget, depth, 1);
      --budget;  // it runs twice
      out.push_back({.kind = Kind::Repeat, .value = 2, .body = std::move(inside)});
      return;
    }
  }
}

void Generator::endless(Block& out, int& budget, int depth) {
  const bool before = in_endless_;
  in_endless_ = true;
  Block inside;
  if (!rng_.percent(5)) inside = block(budget, depth, 2);
  in_endless_ = before;
  out.push_back({.kind = Kind::Forever, .body = std::move(inside)});
  budget = 0;  // later statements are unreachable
}

void Generator::branch_on_register(Block& out, int& budget, int depth) {
  uint32_t r = reg();
  if (!(set_ & (1u << r))) r = 1 - r;
  const uint32_t pick = rng_.below(10), k = rng_.below(2);
  if (pick < 6) return add(out, budget, Kind::Assert, 0, r, k);
  if (pick < 7) return add(out, budget, Kind::Assume, 0, r, k);
  if (pick < 8 && depth == 0 && rng_.percent(20))
    return add(out, budget, rng_.percent(30) ? Kind::Exit : Kind::Quit, 0, 0, k);
  if (depth > 1) return add(out, budget, Kind::Yield);
  --budget;
  add_if(out, r, k, block(budget, depth, 2));
}

Program random_program(const char* stream, uint64_t seed, uint64_t index, Size size, uint32_t features) {
  uint64_t mixed = Rng(seed).next() + index;
  for (const char* p = stream; *p != 0; ++p) mixed = Rng(mixed ^ static_cast<uint8_t>(*p)).next();
  Rng mix(mixed);
  Program program = Generator(mix.next(), size, features).make();
  program.name = std::string(stream) + "-" + std::to_string(seed) + "-" + std::to_string(index);
  return program;
}

}  // namespace mover::differential
