// A run of the tester: its programs, their order, and the number of processes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "differential/enumerate.h"
#include "differential/program.h"
#include "differential/trial.h"

namespace mover::differential {

struct Settings {
  bool full = false;       // try every enumerated program, instead of the core and a sample of the others
  bool enumerated = true;  // false: random programs only
  uint64_t random = 0;     // the number of random programs as IR
  uint64_t random_c = 0;   // the number of random programs as C
  uint64_t large = 0;      // the number of programs as IR that are too large for the search of all interleavings:
                           // `stateful` is the judge
  uint64_t seed = 1;
  Rules rules;
  uint32_t jobs = 1;
  std::string kept;  // the folder of programs on which searches disagreed earlier
  std::string only;  // try only the program of that name, and print all details; empty: all programs
};

// The origin of a program; statistics are kept for each.
enum class Source : uint8_t { Kept, Core, Themes, Random, RandomC, Large };
constexpr uint32_t kSources = 6;
const char* to_text(Source);

// The programs of a run, by number. The plan is deterministic.
class Plan {
 public:
  explicit Plan(const Settings&);

  uint32_t size() const { return static_cast<uint32_t>(entries_.size()); }
  Source source(uint32_t i) const { return entries_[i].source; }
  Form form(uint32_t i) const { return entries_[i].source == Source::RandomC ? Form::C : Form::Ir; }
  const std::string& kept_file(uint32_t i) const { return kept_[entries_[i].index]; }  // REQUIRES: source is Kept
  Program program(uint32_t i) const;                                                   // REQUIRES: source is not Kept
  std::string name(uint32_t i) const;
  const Rules& rules(uint32_t i) const {
    constexpr uint32_t kSample = 8;  // one in so many programs of the core is tried with all rules
    if (source(i) == Source::Core && i % kSample != 0) return core_rules_;
    return source(i) == Source::Large ? large_rules_ : rules_;
  }

 private:
  struct Entry {
    Source source;
    Frame frame;
    uint32_t index;  // index into kept_, sketches_, or the random programs
  };
  void add_theme(uint32_t theme, const Settings&);

  uint64_t seed_;
  Rules rules_, large_rules_, core_rules_;
  std::vector<std::string> kept_;
  std::vector<Sketch> sketches_;
  std::vector<Entry> entries_;
};

// Runs everything. Returns true if there was no disagreement, and few enough programs were skipped.
bool run_campaign(const Settings&);

// Tests the tester itself (--self-test). Returns true if it detects every search that is wrong on purpose.
bool notice_ablations(const Settings&);

// Compares the reductions of the symbolic engine on so many random programs (circuits.cc), and tests that comparison
// with reductions that are wrong on purpose.
bool compare_circuits(const Settings&, uint64_t count);
bool notice_circuit_ablations(const Settings&);

}  // namespace mover::differential
