// The enumeration. All programs over all statements would be tens of millions, so the statements are divided into
// themes, each of them small enough to be enumerated completely.
#include "differential/enumerate.h"

#include <algorithm>
#include <optional>
#include <string>

#include "support/check.h"

namespace mover::differential {
namespace {

Stmt on(Kind kind, uint8_t object, uint8_t value = 0) { return {.kind = kind, .object = object, .value = value}; }
Stmt with(Kind kind, uint8_t value) { return {.kind = kind, .value = value}; }

constexpr uint8_t kX = 0, kY = 1, kM = 0;

std::vector<Theme> deal() {
  const Stmt load_x = on(Kind::Load, kX), load_y = on(Kind::Load, kY);
  const Stmt store_x = on(Kind::Store, kX, 1), store_y = on(Kind::Store, kY, 1);
  const Stmt lock = on(Kind::Lock, kM), unlock = on(Kind::Unlock, kM), try_lock = on(Kind::TryLock, kM);
  const Stmt is_zero = with(Kind::Assert, 0), is_one = with(Kind::Assert, 1), if_one = with(Kind::Assume, 1);
  const Stmt atomic_load_x = on(Kind::AtomicLoad, kX), atomic_load_y = on(Kind::AtomicLoad, kY);
  const Stmt atomic_store_x = on(Kind::AtomicStore, kX, 1), atomic_store_y = on(Kind::AtomicStore, kY, 1);
  const Stmt add_x = on(Kind::StoreReg, kX, 1), add_y = on(Kind::StoreReg, kY, 1);
  const Stmt spin_x = on(Kind::Spin, kX), atomic_spin_x = on(Kind::AtomicSpin, kX);
  Stmt guarded_x = on(Kind::Guarded, kM), guarded_load = on(Kind::Guarded, kM);
  guarded_x.body = {store_x};
  guarded_load.body = {load_x};
  return {
      {"core", {load_x, load_y, store_x, store_y, lock, unlock, try_lock, is_zero}},
      {"atomics", {atomic_load_x, atomic_load_y, atomic_store_x, atomic_store_y, is_zero, load_x}},
      {"registers", {load_x, load_y, add_x, add_y, lock, unlock, is_one}},
      {"choices", {with(Kind::Choose, 2), if_one, is_zero, store_x, load_x, lock, unlock, add_x}},
      {"loops", {atomic_spin_x, spin_x, atomic_store_x, lock, unlock, load_y}},
      {"guarded", {guarded_x, guarded_load, lock, unlock, load_x, is_zero}},
  };
}

using Word = std::vector<uint8_t>;  // one thread: indices into the alphabet

// The local effects of a thread that executes a word. It excludes words that are equivalent to shorter ones.
class LocalEffects {
 public:
  // Executes one statement. Returns false if the statement has no effect (for example a test of a register that is
  // still 0).
  bool follow(const Stmt& stmt) {
    switch (stmt.kind) {
      case Kind::Assert:
        return register_set_;
      case Kind::StoreReg:
        return register_set_;
      case Kind::Assume:
        over_ = !register_set_ && stmt.value != 0;
        return true;
      case Kind::Lock:
        over_ = held_ == Held::Yes;
        held_ = Held::Yes;
        return true;
      case Kind::Unlock:
        over_ = held_ == Held::No;
        held_ = Held::No;
        return true;
      case Kind::TryLock:
        if (held_ == Held::No) held_ = Held::Perhaps;
        register_set_ = true;
        return true;
      case Kind::Guarded:
        for (const Stmt& inner : stmt.body) register_set_ |= inner.kind == Kind::Load;
        return true;
      case Kind::Load:
      case Kind::AtomicLoad:
      case Kind::Choose:
        register_set_ = true;
        return true;
      default:
        return true;
    }
  }
  bool over() const { return over_; }  // no later statement is reachable

 private:
  enum class Held : uint8_t { No, Perhaps, Yes } held_ = Held::No;
  bool register_set_ = false;
  bool over_ = false;
};

void extend(const Block& alphabet, uint32_t length, const Word& word, const LocalEffects& effects,
            std::vector<Word>& out) {
  if (word.size() == length || effects.over()) {
    out.push_back(word);
    return;
  }
  for (uint8_t i = 0; i < alphabet.size(); ++i) {
    LocalEffects next = effects;
    if (!next.follow(alphabet[i])) continue;
    Word longer = word;
    longer.push_back(i);
    extend(alphabet, length, longer, next, out);
  }
}

Stmt swapped(Stmt stmt) {
  if (uses(stmt.kind) == Uses::Variable) stmt.object = stmt.object == kX ? kY : kX;
  for (Stmt& inner : stmt.body) inner = swapped(inner);
  return stmt;
}

std::optional<uint8_t> index_of(const Block& alphabet, const Stmt& stmt) {
  const auto found = std::find(alphabet.begin(), alphabet.end(), stmt);
  if (found == alphabet.end()) return std::nullopt;
  return static_cast<uint8_t>(found - alphabet.begin());
}

// The word with x and y exchanged; empty if the alphabet lacks one of its statements.
std::optional<Word> swap_variables(const Block& alphabet, const Word& word) {
  Word out;
  for (uint8_t op : word) {
    const auto mirrored = index_of(alphabet, swapped(alphabet[op]));
    if (!mirrored) return std::nullopt;
    out.push_back(*mirrored);
  }
  return out;
}

class Enumeration {
 public:
  Enumeration(uint32_t theme, uint32_t threads, uint32_t operations)
      : theme_(theme), threads_(threads), operations_(operations), alphabet_(themes()[theme].alphabet) {
    extend(alphabet_, operations, {}, {}, words_);
    std::sort(words_.begin(), words_.end());
    for (const Word& word : words_) {
      std::optional<Word> mirrored = swap_variables(alphabet_, word);
      mirror_.push_back(mirrored ? find(*mirrored) : -1);
    }
    choose({});
  }

  std::vector<Sketch> take() { return std::move(found_); }

 private:
  int find(const Word& word) const {
    return static_cast<int>(std::lower_bound(words_.begin(), words_.end(), word) - words_.begin());
  }

  // Chooses multisets of words. Threads are interchangeable, so their words are in ascending order.
  void choose(const std::vector<int>& chosen) {
    if (chosen.size() == threads_) {
      if (is_smaller_than_mirror(chosen) && !known_to_earlier_theme(chosen)) found_.push_back(sketch(chosen));
      return;
    }
    for (int i = chosen.empty() ? 0 : chosen.back(); i < static_cast<int>(words_.size()); ++i) {
      std::vector<int> longer = chosen;
      longer.push_back(i);
      choose(longer);
    }
  }

  bool is_smaller_than_mirror(const std::vector<int>& chosen) const {
    std::vector<int> mirrored;
    for (int word : chosen) {
      if (mirror_[word] < 0) return true;
      mirrored.push_back(mirror_[word]);
    }
    std::sort(mirrored.begin(), mirrored.end());
    return chosen <= mirrored;
  }

  bool known_to_earlier_theme(const std::vector<int>& chosen) const {
    for (uint32_t earlier = 0; earlier < theme_; ++earlier) {
      const Block& theirs = themes()[earlier].alphabet;
      const bool all = std::all_of(chosen.begin(), chosen.end(), [&](int word) {
        return std::all_of(words_[word].begin(), words_[word].end(),
                           [&](uint8_t op) { return index_of(theirs, alphabet_[op]).has_value(); });
      });
      if (all) return true;
    }
    return false;
  }

  Sketch sketch(const std::vector<int>& chosen) const {
    Sketch out{.theme = static_cast<uint8_t>(theme_),
               .threads = static_cast<uint8_t>(threads_),
               .operations = static_cast<uint8_t>(operations_)};
    std::fill(std::begin(out.ops), std::end(out.ops), Sketch::kEnd);
    for (uint32_t t = 0; t < threads_; ++t)
      std::copy(words_[chosen[t]].begin(), words_[chosen[t]].end(), out.ops + t * operations_);
    return out;
  }

  uint32_t theme_, threads_, operations_;
  const Block& alphabet_;
  std::vector<Word> words_;
  std::vector<int> mirror_;  // word -> the word with x and y exchanged, or -1
  std::vector<Sketch> found_;
};

// The shared objects that a statement accesses, as bit sets.
struct Footprint {
  uint8_t reads = 0, writes = 0, mutexes = 0;
};

Footprint footprint(const Stmt& stmt) {
  Footprint out;
  const uint8_t bit = static_cast<uint8_t>(1u << stmt.object);
  if (uses(stmt.kind) == Uses::Mutex) out.mutexes = bit;
  if (uses(stmt.kind) == Uses::Variable) {
    const bool writes = stmt.kind == Kind::Store || stmt.kind == Kind::StoreReg || stmt.kind == Kind::AtomicStore;
    (writes ? out.writes : out.reads) = bit;
  }
  for (const Stmt& inner : stmt.body) {
    const Footprint part = footprint(inner);
    out.reads |= part.reads, out.writes |= part.writes, out.mutexes |= part.mutexes;
  }
  return out;
}

bool meet(const Footprint& a, const Footprint& b) {
  return (a.writes & (b.reads | b.writes)) || (a.reads & b.writes) || (a.mutexes & b.mutexes);
}

bool is_local(const Footprint& f) { return (f.reads | f.writes | f.mutexes) == 0; }

std::string name_of(const Sketch& sketch, Frame frame) {
  constexpr const char* kFrameNames[kFrames] = {"join", "main", "return", "quit"};
  std::string name = themes()[sketch.theme].name;
  for (uint32_t t = 0; t < sketch.threads; ++t) {
    name += '-';
    for (uint32_t i = 0; i < sketch.operations; ++i) {
      const uint8_t op = sketch.ops[t * sketch.operations + i];
      if (op != Sketch::kEnd) name += static_cast<char>('0' + op);
    }
  }
  return name + "-" + kFrameNames[static_cast<uint32_t>(frame)];
}

}  // namespace

const std::vector<Theme>& themes() {
  static const std::vector<Theme> all = deal();
  return all;
}

std::vector<Sketch> enumerate(uint32_t theme, uint32_t threads, uint32_t operations) {
  MOVER_CHECK(threads * operations <= sizeof(Sketch::ops), "a sketch has room for every statement");
  return Enumeration(theme, threads, operations).take();
}

bool interacts(const Sketch& sketch) {
  const Block& alphabet = themes()[sketch.theme].alphabet;
  const uint32_t places = sketch.threads * sketch.operations;
  for (uint32_t i = 0; i < places; ++i) {
    if (sketch.ops[i] == Sketch::kEnd) continue;
    const Footprint mine = footprint(alphabet[sketch.ops[i]]);
    bool met = is_local(mine);
    for (uint32_t j = 0; j < places && !met; ++j)
      met = j / sketch.operations != i / sketch.operations && sketch.ops[j] != Sketch::kEnd &&
            meet(mine, footprint(alphabet[sketch.ops[j]]));
    if (!met) return false;
  }
  return true;
}

Program make(const Sketch& sketch, Frame frame) {
  Program program;
  program.name = name_of(sketch, frame);
  const Block& alphabet = themes()[sketch.theme].alphabet;
  for (uint32_t t = 0; t < sketch.threads; ++t) {
    Block& body = program.threads.emplace_back();
    for (uint32_t i = 0; i < sketch.operations; ++i) {
      const uint8_t op = sketch.ops[t * sketch.operations + i];
      if (op != Sketch::kEnd) body.push_back(alphabet[op]);
    }
  }
  program.main_is_last = frame == Frame::MainIsLast;
  if (frame == Frame::Return) program.finish = Finish::Return;
  if (frame == Frame::Quit) program.finish = Finish::Quit;
  if (program.finish == Finish::Join)
    program.check = {{.kind = Kind::Load, .object = kX, .reg = 0},
                     {.kind = Kind::Load, .object = kY, .reg = 1},
                     {.kind = Kind::AssertSame, .reg = 0, .second = 1}};
  return program;
}

}  // namespace mover::differential
