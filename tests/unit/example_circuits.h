// Circuits of small concurrent programs, for tests and measurements of the solvers.
#pragma once

#include <string>

#include "circuit/word.h"

namespace mover::test {

using circuit::Circuit;
using circuit::Literal;
using circuit::NamedWord;
using circuit::negate;
using circuit::Word;

// Threads that endlessly execute lock; x++; y++; assert(x == y); unlock. `broken`: one of them does not lock.
inline Circuit locked_counters(unsigned threads, unsigned width, bool broken = false) {
  Circuit c;
  unsigned id = 1;
  while ((1u << id) <= threads) ++id;
  Word x = circuit::latch_word(c, "x", width, 0), y = circuit::latch_word(c, "y", width, 0),
       owner = circuit::latch_word(c, "owner", id, 0), scheduled = circuit::input_word(c, "scheduled", id);
  Word one = circuit::constant_word(1, width), next_x = x, next_y = y, next_owner = owner;
  Literal someone = circuit::kFalse, wrong = circuit::kFalse;
  c.name_word("x", x);
  c.name_word("y", y);
  c.name_word("owner", owner, NamedWord::Role::Control);
  for (unsigned t = 0; t < threads; ++t) {
    Word pc = circuit::latch_word(c, "pc" + std::to_string(t), 2, 0);
    c.name_word("pc" + std::to_string(t), pc, NamedWord::Role::ProgramCounter);
    Literal free = broken && t == 0 ? circuit::kTrue : circuit::eq(c, owner, 0);
    Literal at[4];
    for (unsigned i = 0; i < 4; ++i) at[i] = circuit::eq(c, pc, i);
    Literal runs = c.conjunction(circuit::eq(c, scheduled, t), c.disjunction(negate(at[0]), free));
    someone = c.disjunction(someone, runs);
    circuit::set_next(c, pc, circuit::ite(c, runs, circuit::add(c, pc, circuit::constant_word(1, 2)), pc));
    auto does = [&](unsigned i) { return c.conjunction(runs, at[i]); };
    next_owner = circuit::ite(c, does(0), circuit::constant_word(t + 1, id), next_owner);
    next_owner = circuit::ite(c, does(3), circuit::constant_word(0, id), next_owner);
    next_x = circuit::ite(c, does(1), circuit::add(c, x, one), next_x);
    next_y = circuit::ite(c, does(2), circuit::add(c, y, one), next_y);
    wrong = c.disjunction(wrong, c.conjunction(at[3], circuit::ne(c, x, y)));
  }
  circuit::set_next(c, x, next_x);
  circuit::set_next(c, y, next_y);
  circuit::set_next(c, owner, next_owner);
  c.constrain(someone);
  c.bad("x != y", wrong);
  return c;
}

// A token that moves around a ring of latches. Two tokens are a violation. `broken`: a second token can appear.
inline Circuit token_ring(unsigned size, bool broken = false) {
  Circuit c;
  Word ring;
  for (unsigned i = 0; i < size; ++i)
    ring.push_back(c.latch("r" + std::to_string(i), static_cast<circuit::Initial>(i == 0)));
  Literal go = c.input("go"), extra = c.input("extra");
  Literal full = circuit::kFalse, two = circuit::kFalse;
  for (unsigned i = 0; i < size; ++i) {
    Literal before = ring[(i + size - 1) % size];
    if (broken && i == size / 2) before = c.disjunction(before, c.conjunction(extra, ring[size - 1]));
    c.set_next(ring[i], c.ite(go, before, ring[i]));
    two = c.disjunction(two, c.conjunction(full, ring[i]));
    full = c.disjunction(full, ring[i]);
  }
  c.bad("two tokens", two);
  return c;
}

// Peterson's algorithm for two threads in endless loops. `broken`: a thread sets `turn` before its flag.
inline Circuit peterson(bool broken = false) {
  Circuit c;
  Literal turn = c.latch("turn"), scheduled = c.input("scheduled"), next_turn = turn;
  Literal flag[2], critical[2];
  Word pc[2];
  for (unsigned t = 0; t < 2; ++t) {
    flag[t] = c.latch("flag" + std::to_string(t));
    pc[t] = circuit::latch_word(c, "pc" + std::to_string(t), 2, 0);
    c.name_word("pc" + std::to_string(t), pc[t], NamedWord::Role::ProgramCounter);
    critical[t] = circuit::eq(c, pc[t], 3);
  }
  for (unsigned t = 0; t < 2; ++t) {
    Literal runs = c.equivalent(scheduled, circuit::constant(t == 1));
    auto at = [&](unsigned i) { return circuit::eq(c, pc[t], i); };
    Literal waits = c.conjunction(at(2), c.conjunction(flag[1 - t], c.equivalent(turn, circuit::constant(t == 0))));
    Literal moves = c.conjunction(runs, negate(waits));
    circuit::set_next(c, pc[t], circuit::ite(c, moves, circuit::add(c, pc[t], circuit::constant_word(1, 2)), pc[t]));
    Literal raises = c.conjunction(moves, at(broken ? 1 : 0)), gives = c.conjunction(moves, at(broken ? 0 : 1)),
            leaves = c.conjunction(moves, at(3));
    c.set_next(flag[t], c.ite(raises, circuit::kTrue, c.ite(leaves, circuit::kFalse, flag[t])));
    next_turn = c.ite(gives, circuit::constant(t == 0), next_turn);
  }
  c.set_next(turn, next_turn);
  c.bad("both are in", c.conjunction(critical[0], critical[1]));
  return c;
}

// A ticket lock for two threads in endless loops: me = next++; wait until serving == me; critical section; serving++.
inline Circuit ticket_lock(unsigned width, bool broken = false) {
  Circuit c;
  Word next = circuit::latch_word(c, "next", width, 0), serving = circuit::latch_word(c, "serving", width, 0);
  Word one = circuit::constant_word(1, width), next_next = next, next_serving = serving;
  Literal scheduled = c.input("scheduled"), critical = circuit::kTrue;
  c.name_word("next", next);
  c.name_word("serving", serving);
  for (unsigned t = 0; t < 2; ++t) {
    Word pc = circuit::latch_word(c, "pc" + std::to_string(t), 2, 0),
         me = circuit::latch_word(c, "me" + std::to_string(t), width, 0);
    c.name_word("pc" + std::to_string(t), pc, NamedWord::Role::ProgramCounter);
    c.name_word("me" + std::to_string(t), me);
    auto at = [&](unsigned i) { return circuit::eq(c, pc, i); };
    Literal runs = c.equivalent(scheduled, circuit::constant(t == 1));
    Literal takes = c.conjunction(runs, at(0)), leaves = c.conjunction(runs, at(2));
    Literal enters =
        c.conjunction(c.conjunction(runs, at(1)), broken ? circuit::ule(c, me, serving) : circuit::eq(c, me, serving));
    Word next_pc = circuit::ite(c, takes, circuit::constant_word(1, 2), pc);
    next_pc = circuit::ite(c, enters, circuit::constant_word(2, 2), next_pc);
    circuit::set_next(c, pc, circuit::ite(c, leaves, circuit::constant_word(0, 2), next_pc));
    circuit::set_next(c, me, circuit::ite(c, takes, next, me));
    next_next = circuit::ite(c, takes, circuit::add(c, next, one), next_next);
    next_serving = circuit::ite(c, leaves, circuit::add(c, serving, one), next_serving);
    critical = c.conjunction(critical, at(2));
  }
  circuit::set_next(c, next, next_next);
  circuit::set_next(c, serving, next_serving);
  c.bad("both are in", critical);
  return c;
}

}  // namespace mover::test
