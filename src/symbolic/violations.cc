// The infinite executions that violate a formula: the product of the program with the Büchi automaton of the negated
// formula [VW86]; or those that are livelocks (livelocks.cc). Fairness is a set of justice conditions
// (solver/liveness.h).
#include "symbolic/builder.h"

namespace mover::symbolic {

// An input chooses the edge that the automaton takes in each step. A constraint requires that its label holds before
// the step. The sets of edges that have to be taken infinitely often are justice conditions.
void Builder::add_automaton(const std::vector<Literal>& atoms) {
  const ltl::Automaton& automaton = checked_.observed->violations();
  size_t edges = 0;
  for (const std::vector<ltl::Edge>& of_state : automaton.states) edges += of_state.size();
  const unsigned width = circuit::bits_for(automaton.states.size());
  const Word state = circuit::latch_word(c_, "automaton", width, automaton.initial);
  const Word chosen = circuit::input_word(c_, "edge", circuit::bits_for(edges));
  Word next = circuit::constant_word(0, width);
  Literal taken = kFalse;
  std::vector<Literal> accepting(automaton.acceptance_sets, kFalse);
  const Literal skips = counts_steps_ ? both(c_.input("skips"), may_divide_step()) : kFalse;
  size_t number = 0;
  for (uint32_t source = 0; source < automaton.states.size(); ++source)
    for (const ltl::Edge& edge : automaton.states[source]) {
      Literal takes = both(circuit::negate(skips), circuit::eq(c_, chosen, number++));
      takes = both(takes, circuit::eq(c_, state, source));
      for (size_t i = 0; i < atoms.size(); ++i) {
        if (((edge.label.positive >> i) & 1) != 0) takes = both(takes, atoms[i]);
        if (((edge.label.negative >> i) & 1) != 0) takes = both(takes, circuit::negate(atoms[i]));
      }
      taken = either(taken, takes);
      for (unsigned i = 0; i < width; ++i)
        if (((edge.target >> i) & 1) != 0) next[i] = either(next[i], takes);
      for (unsigned i = 0; i < accepting.size(); ++i)
        if (((edge.accepting >> i) & 1) != 0) accepting[i] = either(accepting[i], takes);
    }
  c_.constrain(either(taken, skips));
  circuit::set_next(c_, state, circuit::ite(c_, skips, state, next));
  if (skips != kFalse) c_.bad("steps", circuit::negate(skips));
  c_.name_word("automaton", state, circuit::NamedWord::Role::Control);
  for (const Word& word : {state, chosen})
    for (Literal bit : word) c_.mark_control(bit);
  for (unsigned i = 0; i < accepting.size(); ++i) c_.bad("acceptance " + std::to_string(i), accepting[i]);
}

// A finite execution stays in its last state: the program has ended, or no thread is enabled. Executions that a false
// assumption discards are left out.
void Builder::add_violations(const std::vector<Literal>& can_step) {
  Literal steps = kFalse, any_enabled = kFalse;
  for (ThreadIndex t = 0; t < threads_.size(); ++t) {
    for (uint32_t code : {kDiscarded, kFailed, kFaulted, kBounded, kUnguarded})
      c_.constrain(circuit::negate(at(t, code)));
    steps = either(steps, both(threads_[t].scheduled, enabled_[t]));
    any_enabled = either(any_enabled, enabled_[t]);
  }
  const Literal stays = both(circuit::eq(c_, model_.scheduled, threads_.size()), circuit::negate(any_enabled));
  c_.constrain(either(steps, stays));
  for (Literal constraint : constraints_) c_.constrain(constraint);
  if (checked_.observed != nullptr) {
    std::vector<Literal> atoms;
    for (const ltl::Typed& expression : checked_.observed->observed().expressions()) atoms.push_back(atom(expression));
    add_automaton(atoms);
  } else {
    add_livelocks(stays);
  }
  if (checked_.violations_under != Fairness::None) add_fairness(can_step, stays);
}

// Weak fairness is a justice condition for each thread: the thread takes a step, or it cannot take one. If only the
// atomic section of another thread disables a thread, the thread counts as able to take a step, unless the section
// disables it for ever. Strong fairness is a Streett condition: a thread takes steps again and again, or it is enabled
// finitely often. The circuit guesses from which state on the thread is not enabled (`quiet`), and a constraint checks
// the guess.
void Builder::add_fairness(const std::vector<Literal>& can_step, Literal stays) {
  const bool is_weak = checked_.violations_under == Fairness::Weak;
  for (ThreadIndex t = 0; t < threads_.size(); ++t) {
    const std::string name = "T" + std::to_string(t);
    Literal fair = either(stays, threads_[t].scheduled);
    if (is_weak) fair = either(fair, circuit::negate(can_step[t]));
    if (!is_weak || has_sections_) {
      const Literal quiet = c_.latch(name + ".quiet"), guess = c_.input(name + ".quiet next");
      c_.set_next(quiet, either(quiet, guess));
      c_.constrain(circuit::negate(both(quiet, enabled_[t])));
      c_.mark_control(quiet);
      c_.mark_control(guess);
      fair = either(fair, quiet);
    }
    c_.bad("fairness of " + name, fair);
  }
}

}  // namespace mover::symbolic
