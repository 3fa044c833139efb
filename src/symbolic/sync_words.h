// The circuit domain of the synchronisation rules (sync/rules.h): a Boolean is a literal, and a word is a vector of
// literals.
#pragma once

#include "circuit/word.h"
#include "sync/rules.h"
#include "vm/sync_layout.h"

namespace mover::symbolic {

struct Circuits {
  // The circuit to which operators add gates. It is global because the rules have no parameter for it.
  static inline thread_local circuit::Circuit* current = nullptr;
  // Makes a circuit the current one while the object exists.
  class Scope {
   public:
    explicit Scope(circuit::Circuit& c) : before_(current) { current = &c; }
    ~Scope() { current = before_; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    circuit::Circuit* before_;
  };

  struct Bool {
    circuit::Literal literal = circuit::kFalse;
    Bool() = default;
    Bool(bool value) : literal(circuit::constant(value)) {}  // NOLINT: constants are written as in C++
    static Bool make(circuit::Literal l) {
      Bool result;
      result.literal = l;
      return result;
    }
    friend Bool operator&(Bool a, Bool b) { return make(current->conjunction(a.literal, b.literal)); }
    friend Bool operator|(Bool a, Bool b) { return make(current->disjunction(a.literal, b.literal)); }
    friend Bool operator!(Bool a) { return make(circuit::negate(a.literal)); }
  };

  struct Word {
    circuit::Word bits;
    explicit Word(uint32_t value) : bits(circuit::constant_word(value, 32)) {}
    static Word make(const circuit::Word& word) {
      Word result(0);
      result.bits = circuit::zero_extend(word, 32);
      return result;
    }
    static Word make(circuit::Literal flag) { return make(circuit::Word{flag}); }
    friend Bool operator==(const Word& a, const Word& b) { return Bool::make(circuit::eq(*current, a.bits, b.bits)); }
    friend Bool operator!=(const Word& a, const Word& b) { return !(a == b); }
    friend Bool operator<(const Word& a, const Word& b) { return Bool::make(circuit::ult(*current, a.bits, b.bits)); }
    friend Word operator+(const Word& a, const Word& b) { return make(circuit::add(*current, a.bits, b.bits)); }
    friend Word operator-(const Word& a, const Word& b) { return make(circuit::sub(*current, a.bits, b.bits)); }
  };

  static Word select(Bool condition, const Word& yes, const Word& no) {
    return Word::make(circuit::ite(*current, condition.literal, yes.bits, no.bits));
  }
};

using SyncObject = sync::Object<Circuits::Word>;
using SyncView = sync::View<Circuits>;

inline SyncObject select(circuit::Literal condition, const SyncObject& yes, const SyncObject& no) {
  const Circuits::Bool when = Circuits::Bool::make(condition);
  SyncObject result;
  for (auto member : {&SyncObject::owner, &SyncObject::count, &SyncObject::kind, &SyncObject::robust,
                      &SyncObject::state, &SyncObject::threshold, &SyncObject::destroyed})
    result.*member = Circuits::select(when, yes.*member, no.*member);
  return result;
}

// Loads an object as vm::load_object does. read(offset) gives a word of its memory.
template <typename Read>
SyncObject load_object(circuit::Circuit& c, sync::Kind kind, Read read) {
  namespace words = vm::sync_words;
  const Circuits::Scope scope(c);
  SyncObject object;
  vm::for_each_word<SyncObject>(
      kind, true, [&](uint64_t offset, auto member) { object.*member = Circuits::Word::make(read(offset)); });
  if (kind == sync::Kind::Mutex) {
    const circuit::Word type = read(words::kMutexKind);
    // Type 3 is an adaptive mutex, which behaves like a normal one (type 0).
    const circuit::Literal not_adaptive = circuit::negate(c.conjunction(type[0], type[1]));
    object.kind =
        Circuits::Word::make(circuit::Word{c.conjunction(type[0], not_adaptive), c.conjunction(type[1], not_adaptive)});
    object.robust = Circuits::Word::make(type[4]);
    object.state = Circuits::select(object.robust != Circuits::Word(0), object.state, Circuits::Word(0));
  }
  if (kind == sync::Kind::Spin) {
    const Circuits::Bool destroyed = object.owner == Circuits::Word(words::kSpinDestroyed);
    object.owner = Circuits::select(destroyed, Circuits::Word(0), object.owner);
    object.destroyed = Circuits::Word::make(destroyed.literal);
  }
  return object;
}

// Calls write(offset, word, condition) for each word of the object: the word is written if the condition holds. Only
// the initialisation of a mutex or readers-writer lock writes its kind. The robust state of a mutex is written only if
// the mutex is robust.
template <typename Write>
void store_object(circuit::Circuit& c, sync::Kind kind, SyncObject object, bool is_initialisation, Write write) {
  namespace words = vm::sync_words;
  const Circuits::Scope scope(c);
  if (kind == sync::Kind::Spin)
    object.owner =
        Circuits::select(object.destroyed != Circuits::Word(0), Circuits::Word(words::kSpinDestroyed), object.owner);
  if (kind == sync::Kind::Mutex && is_initialisation) {
    circuit::Word type = object.kind.bits;
    type[4] = object.robust.bits[0];
    write(words::kMutexKind, type, circuit::kTrue);
  }
  vm::for_each_word<SyncObject>(kind, true, [&](uint64_t offset, auto member) {
    const bool if_robust = kind == sync::Kind::Mutex && offset == words::kRobustState;
    if (kind == sync::Kind::RwLock && offset == words::kRwKind && !is_initialisation) return;
    write(offset, (object.*member).bits, if_robust ? object.robust.bits[0] : circuit::kTrue);
  });
}

}  // namespace mover::symbolic
