// Small programs in IR text, and functions that run them: step by step, along a schedule, and in a whole search.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ir/text.h"
#include "ir/verify.h"
#include "property/race.h"
#include "search/search.h"
#include "vm/vm.h"

namespace mover::test {

inline ir::Program program(const std::string& text) {
  auto parsed = ir::parse(text);
  if (const auto* error = std::get_if<ir::ParseError>(&parsed)) {
    ADD_FAILURE() << error->line << ":" << error->column << ": " << error->message << "\nin\n" << text;
    std::abort();
  }
  ir::Program result = std::get<ir::Program>(std::move(parsed));
  for (const std::string& complaint : ir::verify(result)) ADD_FAILURE() << complaint << "\nin\n" << text;
  return result;
}

// main creates one thread for each function (both arguments 0), executes `then`, and joins all threads unless `join` is
// false. Registers from %20 on are free in `then`; the handle of the i-th thread is in %(10 + i).
inline std::string main_with(const std::vector<std::string>& functions, const std::string& then = "",
                             bool joins = true) {
  std::string text = "func @main(0) regs 40 {\n  %0 = alloca 8\n";
  for (size_t i = 0; i < functions.size(); ++i)
    text +=
        "  sync thread_create(%0, @" + functions[i] + ", 0, 0, 0)\n  %" + std::to_string(10 + i) + " = load.64 %0\n";
  text += then;
  for (size_t i = 0; i < functions.size() && joins; ++i)
    text += "\n  sync thread_join(%" + std::to_string(10 + i) + ")\n";
  return text + "\n  ret 0\n}\nentry @main\n";
}

// A function that a thread can run.
inline std::string thread(const std::string& name, const std::string& body) {
  return "func @" + name + "(2) regs 20 {\n" + body + "\n}\n";
}

// A simple chunk table.
class Chunks final : public ChunkSink {
 public:
  uint32_t intern(std::string_view bytes) override {
    return numbers_.emplace(std::string(bytes), static_cast<uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::map<std::string, uint32_t> numbers_;
};

// A machine with its program and its chunks.
class Lab {
 public:
  explicit Lab(const std::string& text, const vm::Options& options = {})
      : program_(program(text)), machine_(vm::make_machine(program_, options)) {
    last_ = machine_->reset();
  }
  Machine& operator*() { return *machine_; }
  Machine* operator->() { return machine_.get(); }
  const ir::Program& code() const { return program_; }
  const StepResult& last() const { return last_; }

  void reset() { last_ = machine_->reset(); }
  StepResult step(ThreadId t, uint32_t choice = 0) {
    EXPECT_TRUE(machine_->enabled(t)) << "thread " << t;
    return last_ = machine_->step(t, choice);
  }
  void steps(const std::vector<ThreadId>& threads) {
    for (ThreadId t : threads) {
      ASSERT_EQ(last_.kind, StepResult::Kind::Running);
      ASSERT_TRUE(machine_->enabled(t)) << "thread " << t;
      step(t);
    }
  }
  // Runs the only enabled thread, until none or several are enabled, or the program has ended.
  StepResult run_alone(ThreadId t = 0) {
    while (last_.kind == StepResult::Kind::Running && machine_->enabled(t)) step(t);
    return last_;
  }
  std::vector<uint32_t> state() {
    std::vector<uint32_t> tuple;
    machine_->states().canonical_state(chunks_, tuple);
    return tuple;
  }
  uint32_t line(ir::LocId loc) const { return program_.locs[loc].line; }

 private:
  ir::Program program_;
  std::unique_ptr<Machine> machine_;
  Chunks chunks_;
  StepResult last_;
};

// The message of failures.
inline const std::string kBoom = "global @boom constant = bytes 626f6f6d00\n";

// Instructions that fail with the message kBoom unless the condition (a register with a bit) holds. `n` makes their
// labels unique.
inline std::string claim(const std::string& condition, int n = 0) {
  const std::string good = "good" + std::to_string(n), bad = "bad" + std::to_string(n);
  return "  condbr " + condition + ", " + good + ", " + bad + "\n" + bad + ":\n  service assert_fail(@boom)\n" + good +
         ":\n";
}

// Runs a program of one thread to its end and returns the last result.
inline StepResult run(const std::string& text, const vm::Options& options = {}) {
  return Lab(text, options).run_alone();
}

// The machine's message; empty if there was no failure.
inline std::string message_of(const StepResult& result) {
  return result.kind == StepResult::Kind::Failed ? result.finding.message
         : result.kind == StepResult::Kind::Limit
             ? in_words(ir::Program(), {result.limit.cause, result.limit.what, result.limit.bound, 0})
             : "";
}

inline std::vector<Finding> races_in(const Machine& machine) {
  Observed observed;
  observe_races(machine, observed);
  return observed.findings;
}

inline SearchOptions all_findings() {
  SearchOptions options;
  options.keep_going = true;
  return options;
}

inline SearchResult stateful(const std::string& text, const vm::Options& options = {},
                             SearchOptions search = all_findings()) {
  ir::Program p = program(text);
  return search_stateful([&] { return vm::make_machine(p, options); }, search);
}

inline SearchResult reference(const std::string& text, const vm::Options& options = {},
                              SearchOptions search = all_findings()) {
  ir::Program p = program(text);
  return search_reference([&] { return vm::make_machine(p, options); }, search);
}

inline std::set<std::string> messages(const SearchResult& result, FindingKind kind) {
  std::set<std::string> found;
  for (const Violation& v : result.violations)
    if (v.finding.kind == kind) found.insert(v.finding.message);
  return found;
}

inline bool finds(const SearchResult& result, FindingKind kind) { return !messages(result, kind).empty(); }

// One word for each kind of finding: "assertion deadlock". "safe" if there is none.
inline std::string words(const SearchResult& result) {
  std::set<std::string> kinds;
  for (const Violation& v : result.violations) kinds.insert(to_text(v.finding.kind));
  std::string all = result.incomplete.empty() && result.stop == Stop::Finished ? "" : "incomplete";
  for (const std::string& kind : kinds) all += (all.empty() ? "" : " ") + kind;
  return all.empty() ? "safe" : all;
}

// The kinds of findings (see words), about which the reference search and the stateful search must agree.
inline std::string verdict(const std::string& text, const vm::Options& options = {}) {
  SearchResult fast = stateful(text, options), judge = reference(text, options);
  EXPECT_EQ(words(fast), words(judge)) << "stateful (left) and reference differ on\n" << text;
  return words(fast);
}

}  // namespace mover::test
