// Tests files for other tools: a written circuit is read as the same circuit, and ABC has the same results.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "circuit/aiger.h"
#include "circuit/btor2.h"
#include "solver/dump.h"
#include "solver/encoder.h"
#include "unit/example_circuits.h"
#include "unit/random_circuit.h"

namespace mover::solver {
namespace {

using circuit::negate;

class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "mover-circuits-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string output_of(const std::string& command) {
  std::string output;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  char buffer[4096];
  while (size_t count = fread(buffer, 1, sizeof buffer, pipe)) output.append(buffer, count);
  EXPECT_EQ(pclose(pipe), 0) << output;
  return output;
}

std::optional<Circuit> read_back(const std::string& text) {
  std::istringstream in(text);
  std::string error;
  return circuit::read_aiger_text(in, error);
}

TEST(Aiger, TextIsReadBackAsTheSameCircuit) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    Circuit c = test::random_circuit(random);
    std::ostringstream out;
    circuit::write_aiger_text(c, out);
    std::optional<Circuit> read = read_back(out.str());
    ASSERT_TRUE(read) << out.str();
    ASSERT_EQ(read->bads().size(), c.bads().size());
    test::Enumerated before = test::enumerate(c), after = test::enumerate(*read);
    ASSERT_EQ(before.violated, after.violated);
    ASSERT_EQ(before.depth, after.depth);
    ASSERT_EQ(before.states, after.states);
  }
}

TEST(Aiger, TextIsAsTheFormatSays) {
  Circuit c;
  Literal go = c.input("go"), one = c.latch("one", circuit::Initial::One), any = c.latch("any", circuit::Initial::Free);
  Literal gate = c.conjunction(go, negate(one));
  c.set_next(one, gate);
  c.set_next(any, negate(any));
  c.bad("gate", gate);
  c.constrain(any);
  std::ostringstream out;
  circuit::write_aiger_text(c, out);
  EXPECT_EQ(out.str(), "aag 4 1 2 0 1 1 1\n2\n4 8 1\n6 7 6\n8\n6\n8 2 5\ni0 go\nl0 one\nl1 any\nb0 gate\n");
  std::ostringstream btor2;
  circuit::write_btor2(c, btor2);
  EXPECT_EQ(btor2.str(),
            "1 sort bitvec 1\n2 zero 1\n3 one 1\n4 input 1 go\n5 state 1 one\n6 state 1 any\n7 init 1 5 3\n"
            "8 and 1 4 -5\n9 next 1 5 8\n10 next 1 6 -6\n11 constraint 6\n12 bad 8 gate\n");
}

TEST(Aiger, OtherTextIsRefused) {
  for (const char* text :
       {"", "aig 1 1 0 0 0\n2\n", "aag 1 1 0 0 0\n", "aag 1 1 0 0 0\n3\n", "aag 1 1 0 0 0\n4\n",
        "aag 2 1 1 0 0\n2\n4\n", "aag 1 1 0 1 0\n2\n8\n", "aag 1 1 0 0 0 0 0 1 0\n2\n", "aag 2 1 0 0 1\n2\n2 2 2\n"})
    EXPECT_FALSE(read_back(text)) << text;
  EXPECT_TRUE(read_back("aag 1 1 0 1 0\n2\n2\n"));
}

// Whether a latch has no initial value. No command of ABC handles such latches here.
bool has_free_latch(const Circuit& c) {
  for (const circuit::Latch& latch : c.latches())
    if (latch.initial == circuit::Initial::Free) return true;
  return false;
}

TEST(Abc, AgreesOnBinaryFiles) {
  Folder folder;
  std::mt19937 random(5);
  std::string commands;
  std::vector<bool> violated;
  auto add = [&](const Circuit& c, bool bad) {
    std::string path = folder.file(std::to_string(violated.size()) + ".aig");
    ASSERT_TRUE(dump(c, path, 0));
    commands += "read_aiger " + path + "\n" + "zero\n" + (c.constraints().empty() ? "" : "fold\n") +
                "orpos\npdr\nprint_status\n";
    violated.push_back(bad);
  };
  while (violated.size() < 60) {
    Circuit c = test::random_circuit(random);
    if (!has_free_latch(c)) add(c, test::enumerate(c).violated);
  }
  add(test::peterson(), false);
  add(test::peterson(true), true);
  add(test::locked_counters(2, 3), false);
  add(test::locked_counters(2, 16, true), true);
  add(test::token_ring(9), false);
  std::string script = folder.file("script");
  std::ofstream(script) << commands;
  std::istringstream lines(output_of("berkeley-abc -f " + script));
  std::vector<int> answers;
  std::string all;
  for (std::string line; std::getline(lines, line);) {
    all += line + "\n";
    if (size_t place = line.find("Status = "); place != std::string::npos)
      answers.push_back(std::stoi(line.substr(place + 9)));
  }
  ASSERT_EQ(answers.size(), violated.size()) << all;
  for (size_t i = 0; i < answers.size(); ++i)
    EXPECT_EQ(answers[i], violated[i] ? 0 : 1) << "file " << i << " of\n" << all;
}

TEST(Dimacs, IsSatisfiableIfABadStepLiesWithinTheDepth) {
  Folder folder;
  Circuit c = test::locked_counters(2, 4, true);
  size_t depth = test::enumerate(test::peterson(true)).depth;  // unrolled to one step less, there is no violation
  for (const auto& [circuit, steps, satisfiable] :
       {std::tuple(test::peterson(true), depth, true), std::tuple(test::peterson(true), depth - 1, false),
        std::tuple(test::peterson(), size_t{30}, false), std::tuple(c, size_t{40}, true)}) {
    std::string path = folder.file("circuit.cnf");
    ASSERT_TRUE(dump(circuit, path, static_cast<uint32_t>(steps)));
    std::ifstream in(path);
    std::string p, cnf;
    int variables = 0, clauses = 0, read = 0;
    in >> p >> cnf >> variables >> clauses;
    Sat sat{Limits()};
    while (sat.variables() < variables) sat.variable();
    std::vector<int> clause;
    for (int literal; in >> literal;) {
      if (literal != 0) {
        clause.push_back(literal);
        continue;
      }
      sat.add(clause);
      clause.clear();
      ++read;
    }
    EXPECT_EQ(read, clauses);
    EXPECT_EQ(sat.solve() == Sat::Result::Satisfiable, satisfiable) << steps;
  }
}

TEST(Dump, KnowsFormatsByTheirNames) {
  EXPECT_TRUE(is_dump_name("a.aig"));
  EXPECT_TRUE(is_dump_name("a.b.cnf"));
  EXPECT_FALSE(is_dump_name("a.c"));
  EXPECT_FALSE(is_dump_name(".aig"));
  EXPECT_FALSE(dump(Circuit(), "/nowhere/at/all.aig", 1));
  EXPECT_FALSE(dump(Circuit(), "/nowhere/at/all.cnf", 1));
}

}  // namespace
}  // namespace mover::solver
