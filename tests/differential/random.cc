// The generator of random programs. Each program draws a few features (locks, conditions, heap, …) and mixes only
// those: a program with a bit of everything rarely does anything interesting. Most of what it writes follows the
// idioms that real programs follow, with a slip now and then: a lock not given back, a signal forgotten, an `if` where
// a `while` belongs.
//
// Sizes are bounded by a number of statements per thread, so that the search of all interleavings can end; state
// spaces are finite, because inside endless loops nothing is counted, allocated or posted without being taken.
#include "differential/random.h"

#include <algorithm>
#include <array>

namespace mover::differential {
namespace {

enum Feature : uint32_t {
  kPlain,
  kAtomics,
  kMutex,
  kTwoMutexes,
  kTry,
  kCondition,
  kSemaphore,
  kBarrier,
  kRwLock,
  kHeap,
  kChoice,
  kLoops,
  kEndless,
  kAtomicSection,
  kFeatures
};

class Generator {
 public:
  explicit Generator(uint64_t seed) : rng_(seed) {}
  Program make();

 private:
  void draw_features();
  void draw_main(Program&);
  void statement(Block& out, int& budget, int depth);
  bool feature_statement(Block& out, int& budget, int depth, uint32_t feature);

  void plain(Block& out, int& budget);
  void atomic(Block& out, int& budget);
  void section(Block& out, int& budget, int depth);
  void try_section(Block& out, int& budget, int depth);
  void condition(Block& out, int& budget);
  void semaphore(Block& out, int& budget, int depth);
  void rwlock(Block& out, int& budget);
  void heap(Block& out, int& budget);
  void choice(Block& out, int& budget, int depth);
  void loop(Block& out, int& budget, int depth);
  void endless(Block& out, int& budget, int depth);
  void look_at_register(Block& out, int& budget, int depth);

  void add(Block& out, int& budget, Kind kind, uint32_t object = 0, uint32_t reg = 0, uint32_t value = 0,
           uint32_t second = 0) {
    out.push_back({.kind = kind,
                   .object = static_cast<uint8_t>(object),
                   .reg = static_cast<uint8_t>(reg),
                   .value = static_cast<uint8_t>(value),
                   .second = static_cast<uint8_t>(second)});
    --budget;
    if (reg_is_set(kind)) set_ |= 1u << reg;
  }
  static bool reg_is_set(Kind kind) {
    switch (kind) {
      case Kind::Load:
      case Kind::AtomicLoad:
      case Kind::AtomicXor:
      case Kind::CompareExchange:
      case Kind::TryLock:
      case Kind::TimedLock:
      case Kind::SemTryWait:
      case Kind::TryReadLock:
      case Kind::TryWriteLock:
      case Kind::Peek:
      case Kind::Choose:
        return true;
      default:
        return false;
    }
  }
  // A block of about `most` statements, and of one at least.
  Block block(int& budget, int depth, int most) {
    Block out;
    int part = std::max(1, std::min(budget, most));
    const int given = part;
    while (part > 0) statement(out, part, depth + 1);
    budget -= given - part;
    return out;
  }

  uint32_t variable() { return rng_.below(2); }
  uint32_t reg() { return rng_.below(2); }
  uint32_t mutex() { return has(kTwoMutexes) ? rng_.below(2) : 0; }
  bool has(uint32_t feature) const { return features_ & (1u << feature); }

  Rng rng_;
  uint32_t features_ = 0;
  uint32_t set_ = 0;   // registers that the thread being written has assigned
  uint32_t held_ = 0;  // mutexes inside whose sections we are writing
  bool in_endless_ = false;
};

void Generator::draw_features() {
  const uint32_t wanted = 1 + rng_.below(3);
  for (uint32_t i = 0; i < wanted; ++i) features_ |= 1u << rng_.below(kFeatures);
  if (has(kTwoMutexes) || has(kTry) || has(kCondition)) features_ |= 1u << kMutex;
  if (rng_.percent(60)) features_ |= 1u << (rng_.percent(60) ? kPlain : kAtomics);
}

Program Generator::make() {
  Program program;
  draw_features();
  const uint32_t threads = has(kEndless) || rng_.percent(70) ? 2 : 3;
  for (uint32_t t = 0; t < threads; ++t) {
    Block body;
    set_ = 0;
    int budget = threads == 2 ? 2 + rng_.below(5) : 1 + rng_.below(2);
    while (budget > 0) statement(body, budget, 0);
    program.threads.push_back(std::move(body));
  }
  draw_main(program);
  return program;
}

void Generator::draw_main(Program& program) {
  // An endless main that is left alone runs on without taking turns: allowed, but each such step takes long.
  program.main_is_last = rng_.percent(has(kEndless) ? 10 : program.threads.size() == 3 ? 97 : 40);
  const uint32_t end = rng_.below(10);
  program.finish = end < 7 ? Finish::Join : end < 9 ? Finish::Return : Finish::Quit;
  for (uint8_t& type : program.mutex_type)  // a recursive one would count without end in an endless loop
    if (rng_.percent(12)) type = static_cast<uint8_t>(has(kEndless) ? 2 : 1 + rng_.below(2));
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
  if (set_ != 0 && rng_.percent(30)) return look_at_register(out, budget, depth);
  for (int tries = 0; tries < 8; ++tries) {
    const uint32_t feature = rng_.below(kFeatures);
    if (has(feature) && feature_statement(out, budget, depth, feature)) return;
  }
  if (has(kAtomics)) return atomic(out, budget);
  plain(out, budget);
}

bool Generator::feature_statement(Block& out, int& budget, int depth, uint32_t feature) {
  if (depth > 2 && feature != kPlain && feature != kAtomics) return false;
  switch (feature) {
    case kPlain:
      plain(out, budget);
      return true;
    case kAtomics:
      atomic(out, budget);
      return true;
    case kMutex:
    case kTwoMutexes:
      section(out, budget, depth);
      return true;
    case kTry:
      try_section(out, budget, depth);
      return true;
    case kCondition:
      condition(out, budget);
      return true;
    case kSemaphore:
      semaphore(out, budget, depth);
      return true;
    case kBarrier:
      if (depth > 0 && !rng_.percent(20)) return false;
      add(out, budget, Kind::BarrierWait);
      return true;
    case kRwLock:
      rwlock(out, budget);
      return true;
    case kHeap:
      heap(out, budget);
      return true;
    case kChoice:
      choice(out, budget, depth);
      return true;
    case kLoops:
      loop(out, budget, depth);
      return true;
    case kEndless:
      if (depth > 0) return false;
      endless(out, budget, depth);
      return true;
    case kAtomicSection: {
      add(out, budget, Kind::Atomic);
      Block body;
      int part = 2;
      while (part > 0) rng_.percent(60) ? plain(body, part) : atomic(body, part);
      out.back().body = std::move(body);
      return true;
    }
    default:
      return false;
  }
}

void Generator::plain(Block& out, int& budget) {
  switch (rng_.below(4)) {
    case 0:
      add(out, budget, Kind::Store, variable(), 0, 1 + rng_.below(2));
      break;
    case 1:
      add(out, budget, Kind::StoreReg, variable(), reg(), 1);
      break;
    default:
      add(out, budget, Kind::Load, variable(), reg());
      break;
  }
}

void Generator::atomic(Block& out, int& budget) {
  switch (rng_.below(5)) {
    case 0:
      add(out, budget, Kind::AtomicStore, variable(), 0, 1 + rng_.below(2));
      break;
    case 1:
      add(out, budget, Kind::AtomicXor, variable(), reg(), 1);
      break;
    case 2:
      add(out, budget, Kind::CompareExchange, variable(), reg(), 1 + rng_.below(2));
      break;
    default:
      add(out, budget, Kind::AtomicLoad, variable(), reg());
      break;
  }
}

void Generator::section(Block& out, int& budget, int depth) {
  const uint32_t m = mutex();
  if (rng_.percent(4)) return add(out, budget, Kind::Unlock, m);
  if ((held_ & (1u << m)) && !rng_.percent(10)) return plain(out, budget);
  const uint32_t before = held_;
  held_ |= 1u << m;
  add(out, budget, Kind::Lock, m);
  Block inside = block(budget, depth, 2);
  out.insert(out.end(), inside.begin(), inside.end());
  held_ = before;
  if (in_endless_ || !rng_.percent(8)) add(out, budget, Kind::Unlock, m);
}

void Generator::try_section(Block& out, int& budget, int depth) {
  const uint32_t m = mutex(), r = reg();
  switch (rng_.below(4)) {
    case 0:
    case 1: {
      add(out, budget, Kind::Guarded, m);
      Block inside = block(budget, depth, 2);
      out.back().body = std::move(inside);
      break;
    }
    case 2:
      add(out, budget, Kind::TryLock, m, r);
      break;
    default: {
      add(out, budget, rng_.percent(50) ? Kind::TryLock : Kind::TimedLock, m, r);
      Block inside;
      add(inside, budget, Kind::Unlock, m);
      Stmt test{.kind = Kind::If, .reg = static_cast<uint8_t>(r), .body = std::move(inside)};
      out.push_back(std::move(test));
      break;
    }
  }
}

void Generator::condition(Block& out, int& budget) {
  const uint32_t m = mutex(), flag = variable();
  const Kind wake = rng_.percent(60) ? Kind::Signal : Kind::Broadcast;
  const bool locked = !rng_.percent(15) && !(held_ & (1u << m));
  if (locked) add(out, budget, Kind::Lock, m);
  if (rng_.percent(50)) {
    add(out, budget, rng_.percent(75) ? Kind::Await : Kind::AwaitOnce, flag, 0, 0, m);
    if (rng_.percent(50)) add(out, budget, Kind::Store, flag, 0, 0);
  } else {
    if (!rng_.percent(15)) add(out, budget, Kind::Store, flag, 0, 1);
    if (!rng_.percent(10)) add(out, budget, wake, m);
  }
  if (locked) add(out, budget, Kind::Unlock, m);
}

void Generator::semaphore(Block& out, int& budget, int depth) {
  if (rng_.percent(40)) {
    add(out, budget, Kind::SemWait);
    Block inside = block(budget, depth, 1);
    out.insert(out.end(), inside.begin(), inside.end());
    add(out, budget, Kind::SemPost);
  } else if (rng_.percent(30)) {
    add(out, budget, Kind::SemTryWait, 0, reg());
  } else {
    add(out, budget, rng_.percent(50) && !in_endless_ ? Kind::SemPost : Kind::SemWait);
  }
}

void Generator::rwlock(Block& out, int& budget) {
  const uint32_t r = reg(), v = variable();
  switch (rng_.below(5)) {
    case 0:
    case 1:
      add(out, budget, Kind::ReadLock);
      add(out, budget, rng_.percent(85) ? Kind::Load : Kind::Store, v, r);
      break;
    case 2:
      add(out, budget, Kind::WriteLock);
      add(out, budget, Kind::StoreReg, v, r, 1);
      break;
    default: {
      add(out, budget, rng_.percent(50) ? Kind::TryReadLock : Kind::TryWriteLock, 0, r);
      Block inside;
      add(inside, budget, Kind::RwUnlock);
      out.push_back({.kind = Kind::If, .reg = static_cast<uint8_t>(r), .body = std::move(inside)});
      return;
    }
  }
  if (in_endless_ || !rng_.percent(8)) add(out, budget, Kind::RwUnlock);
}

void Generator::heap(Block& out, int& budget) {
  constexpr std::array kinds = {Kind::Publish, Kind::PublishEarly, Kind::Discard, Kind::Take,
                                Kind::Poke,    Kind::Peek,         Kind::Peek,    Kind::Publish};
  const Kind kind = kinds[in_endless_ ? 2 + rng_.below(5) : rng_.below(kinds.size())];
  add(out, budget, kind, 0, reg(), 1);
}

void Generator::choice(Block& out, int& budget, int depth) {
  const uint32_t r = reg();
  add(out, budget, Kind::Choose, 0, r, 2);
  if (rng_.percent(30)) return;
  if (rng_.percent(30)) return add(out, budget, Kind::Assume, 0, r, rng_.below(2));
  Block inside = block(budget, depth, 2);
  out.push_back({.kind = Kind::If, .reg = static_cast<uint8_t>(r), .value = 1, .body = std::move(inside)});
}

void Generator::loop(Block& out, int& budget, int depth) {
  switch (rng_.below(3)) {
    case 0:
      add(out, budget, Kind::Spin, variable(), 0, 0);
      break;
    case 1:
      add(out, budget, Kind::AtomicSpin, variable(), 0, rng_.below(2));
      break;
    default: {
      --budget;
      Block inside = block(budget, depth, 1);
      --budget;  // it runs twice
      out.push_back({.kind = Kind::Repeat, .value = 2, .body = std::move(inside)});
      break;
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
  budget = 0;  // what follows is never reached
}

void Generator::look_at_register(Block& out, int& budget, int depth) {
  uint32_t r = reg();
  if (!(set_ & (1u << r))) r = 1 - r;
  const uint32_t pick = rng_.below(10), k = rng_.below(2);
  if (pick < 6) return add(out, budget, Kind::Assert, 0, r, k);
  if (pick < 7) return add(out, budget, Kind::Assume, 0, r, k);
  if (pick < 8 && depth == 0 && rng_.percent(20)) return add(out, budget, Kind::Quit);
  if (depth > 1) return add(out, budget, Kind::Yield);
  --budget;
  Block inside = block(budget, depth, 2);
  out.push_back(
      {.kind = Kind::If, .reg = static_cast<uint8_t>(r), .value = static_cast<uint8_t>(k), .body = std::move(inside)});
}

}  // namespace

Program random_program(const char* stream, uint64_t seed, uint64_t index) {
  uint64_t mixed = Rng(seed).next() + index;
  for (const char* p = stream; *p != 0; ++p) mixed = Rng(mixed ^ static_cast<uint8_t>(*p)).next();
  Rng mix(mixed);
  Program program = Generator(mix.next()).make();
  program.name = std::string(stream) + "-" + std::to_string(seed) + "-" + std::to_string(index);
  return program;
}

}  // namespace mover::differential
