// Tests the command lines of mover cc and mover c++, the inspection of executables, and the symbols of addresses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "controller/driver.h"
#include "controller/elf.h"
#include "controller/gdb.h"
#include "controller/llvm_symbols.h"
#include "controller/process.h"
#include "frontend/process.h"
#include "native/modules.h"

namespace mover::controller {
namespace {

using Words = std::vector<std::string>;

class Driver : public testing::Test {
 protected:
  void SetUp() override { setenv("MOVER_CC", "/usr/bin/gcc", 1); }
  void TearDown() override { unsetenv("MOVER_CC"); }

  Plan planned(const Words& words) { return plan(Language::C, words, "/tmp/part"); }
  static bool has(const Words& command, const std::string& word) {
    return std::find(command.begin(), command.end(), word) != command.end();
  }
  static bool names_run_time(const Words& command) {
    return std::any_of(command.begin(), command.end(),
                       [](const std::string& word) { return word.ends_with("libmover_runtime.so"); });
  }
  frontend::TempDir folder_;
};

TEST_F(Driver, CompilesWithInstrumentation) {
  const Plan plan = planned({"-O2", "-c", "a.c", "-o", "a.o"});
  ASSERT_EQ(plan.commands.size(), 1u);
  const Words& command = plan.commands[0];
  EXPECT_EQ(command[0], "/usr/bin/gcc");
  EXPECT_TRUE(has(command, "-fsanitize=thread"));
  EXPECT_TRUE(has(command, "-D__MOVER__=1"));
  EXPECT_FALSE(names_run_time(command));
  EXPECT_EQ(Words(command.end() - 5, command.end()), (Words{"-O2", "-c", "a.c", "-o", "a.o"}));
}

TEST_F(Driver, ClangLoadsOurPassInPlaceOfTheSanitizer) {
  setenv("MOVER_CC", "/usr/bin/clang-19", 1);
  const Plan plan = planned({"-fsanitize=thread", "-c", "a.c"});
  ASSERT_EQ(plan.commands.size(), 1u);
  const Words& command = plan.commands[0];
  EXPECT_FALSE(has(command, "-fsanitize=thread"));
  EXPECT_TRUE(std::any_of(command.begin(), command.end(), [](const std::string& word) {
    return word.starts_with("-fpass-plugin=") && word.ends_with("libmover_instrument.so");
  }));
}

TEST_F(Driver, LinksWithTheRunTimeFirstAndWithoutTheSanitizer) {
  const Plan plan = planned({"a.o", "-fsanitize=thread", "b.o", "-lm", "-o", "a"});
  ASSERT_EQ(plan.commands.size(), 1u);
  const Words& command = plan.commands[0];
  EXPECT_TRUE(names_run_time(command));
  EXPECT_FALSE(has(command, "-fsanitize=thread"));
  auto run_time = std::find_if(command.begin(), command.end(),
                               [](const std::string& word) { return word.ends_with("libmover_runtime.so"); });
  EXPECT_LT(run_time, std::find(command.begin(), command.end(), "a.o"));
  EXPECT_TRUE(has(command, "-pthread"));
}

TEST_F(Driver, CompilesAndLinksInSteps) {
  const Plan plan = planned({"-DX", "a.c", "b.o", "c.c", "-lm", "-Wl,--gc-sections", "-o", "all"});
  ASSERT_EQ(plan.commands.size(), 3u);
  EXPECT_EQ(plan.temporary, (Words{"/tmp/part0.o", "/tmp/part1.o"}));
  for (size_t i : {0u, 1u}) {
    EXPECT_TRUE(has(plan.commands[i], "-fsanitize=thread"));
    EXPECT_TRUE(has(plan.commands[i], "-DX"));
    for (const char* word : {"b.o", "-lm", "-Wl,--gc-sections", "all"})
      EXPECT_FALSE(has(plan.commands[i], word)) << word;
  }
  EXPECT_TRUE(has(plan.commands[0], "a.c"));
  EXPECT_FALSE(has(plan.commands[0], "c.c"));
  const Words& link = plan.commands[2];
  const auto first = std::find(link.begin(), link.end(), "/tmp/part0.o");
  ASSERT_NE(first, link.end());
  EXPECT_EQ(*(first + 1), "b.o");
  EXPECT_EQ(*(first + 2), "/tmp/part1.o");
  EXPECT_FALSE(has(link, "a.c"));
}

TEST_F(Driver, KnowsLanguagesThatAreNamed) {
  const Plan plan = planned({"-x", "c", "program.txt", "-x", "none", "b.o", "-o", "all"});
  ASSERT_EQ(plan.commands.size(), 2u);
  const Words& compile = plan.commands[0];
  EXPECT_EQ(Words(compile.end() - 3, compile.end()), (Words{"-x", "c", "program.txt"}));
  EXPECT_FALSE(has(plan.commands[1], "-x"));
}

TEST_F(Driver, LeavesQuestionsToTheCompiler) {
  EXPECT_EQ(planned({"--version"}).commands, (std::vector<Words>{{"/usr/bin/gcc", "--version"}}));
  EXPECT_FALSE(names_run_time(planned({"-E", "a.c"}).commands[0]));
  EXPECT_FALSE(names_run_time(planned({"-MM", "a.c"}).commands[0]));
  EXPECT_FALSE(names_run_time(planned({"-r", "a.o", "b.o", "-o", "c.o"}).commands[0]));
}

TEST_F(Driver, ReadsResponseFiles) {
  std::ofstream(folder_.file("words")) << "-c 'a b.c'\n-o \"x.o\"";
  const Words command = planned({"@" + folder_.file("words")}).commands[0];
  EXPECT_EQ(Words(command.end() - 4, command.end()), (Words{"-c", "a b.c", "-o", "x.o"}));
}

TEST_F(Driver, RefusesWhatCannotWork) {
  EXPECT_EQ(planned({"-static", "a.c"}).error,
            "-static does not work with mover cc: the run-time library is a shared library");
  EXPECT_EQ(planned({"-fsanitize=undefined,address", "a.c"}).error,
            "-fsanitize=address does not work with mover cc: both would replace malloc and threads");
  EXPECT_TRUE(has(planned({"-fsanitize=thread,undefined", "-c", "a.c"}).commands[0], "-fsanitize=undefined"));
}

// A small program, compiled without the run-time library.
class Symbols : public testing::Test {
 protected:
  void SetUp() override {
    source_ = folder_.file("a.cc");
    program_ = folder_.file("a.out");
    std::ofstream(source_) << "#include <algorithm>\n"
                              "int queue[8];\n"
                              "int main(int n, char **) {\n"
                              "  return std::max(n, queue[1]);\n"
                              "}\n";
    auto result =
        frontend::run({"/usr/bin/g++", "-g", "-O2", "-no-pie", source_, "-o", program_}, folder_.file("said"));
    ASSERT_TRUE(std::get<frontend::Finished>(result).success);
  }
  frontend::TempDir folder_;
  std::string source_, program_;
};

TEST_F(Symbols, ProgramsThatWereNotBuiltForUsAreRefused) {
  EXPECT_EQ(why_not_controllable(program_, "a.out"),
            "a.out was not built for --engine=native: build it with CC=\"mover cc\" CXX=\"mover c++\"");
  EXPECT_EQ(why_not_controllable(source_, "a.cc"), "a.cc is not a program for x86-64 Linux");
  EXPECT_EQ(why_not_controllable(folder_.file("none"), "none"), "none: no such file");
  const Executable program = read_executable(program_, "a.out");
  EXPECT_NE(std::find(program.functions.begin(), program.functions.end(), "main"), program.functions.end());
  EXPECT_NE(std::find(program.needed.begin(), program.needed.end(), "libc.so.6"), program.needed.end());
}

TEST_F(Symbols, PlacesAreTheUsersOwn) {
  LlvmSymbols symbols({source_});
  // No address in main is attributed to the header whose function is inlined there.
  std::vector<native::ModuleAddress> addresses;
  auto said = frontend::run({"/usr/bin/nm", program_}, folder_.file("symbols"));
  const std::string table = std::get<frontend::Finished>(said).stderr_text;
  auto address_of = [&](const std::string& name) {
    const size_t end = table.find(" " + name + "\n");
    const size_t begin = table.rfind('\n', end) + 1;
    return std::stoull(table.substr(begin, 16), nullptr, 16);
  };
  for (uint64_t i = 0; i < 8; ++i) addresses.push_back({program_, address_of("T main") + i});
  addresses.push_back({});
  const std::vector<native::CodePlace> places = symbols.code(addresses);
  ASSERT_EQ(places.size(), 9u);
  for (size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(places[i].file, source_);
    EXPECT_EQ(places[i].function, "main");
    EXPECT_TRUE(places[i].line >= 3 && places[i].line <= 5) << places[i].line;
  }
  EXPECT_EQ(places[8].file, "");
  const native::DataPlace place = symbols.data({program_, address_of("B queue") + 12});
  EXPECT_EQ(place.name, "queue");
  EXPECT_EQ(place.offset, 12u);
  EXPECT_EQ(symbols.data({program_, 8}).name, "");
}

int a_global;

TEST(Modules, AddressesBelongToFiles) {
  const native::ModuleAddress here = native::module_of(reinterpret_cast<Address>(&a_global));
  EXPECT_TRUE(std::filesystem::exists(here.module));
  EXPECT_NE(here.module.find("unit_tests"), std::string::npos);
  const native::ModuleAddress there = native::module_of(reinterpret_cast<Address>(&std::getenv));
  EXPECT_NE(there.module, "");
  int local = 0;
  EXPECT_EQ(native::module_of(reinterpret_cast<Address>(&local)).module, "");
}

TEST(Process, TellsInternalErrorsFromOtherEnds) {
  for (const bool in_main : {false, true})
    for (const int code : {0, 6, 139}) {
      Process process;
      ASSERT_EQ(process.start({"a", "/bin/sh", {"sh", "-c", "exit " + std::to_string(code)}}), "");
      if (in_main) process.has_come_to_main();
      const std::string explained = process.explain(native::Loss::Gone);
      EXPECT_EQ(process.had_internal_error(), in_main && code == 6);
      EXPECT_EQ(explained.find("internal error") != std::string::npos, in_main && code == 6) << explained;
    }
}

TEST(Gdb, GetsTheScheduleAndTheArguments) {
  EXPECT_EQ(schedule_file({{0, 0}, {2, 1}}, "x", {}), "learned x\n0 0\n2 1\n");
  EXPECT_EQ(schedule_file({{1, 0}}, "", {{}, "", {{2, "a"}, {1, "b"}}}), "1 0\nshow 2\nshow 1\n");
  const std::string script = gdb_script({"a", "/tmp/a", {"a", "it's", "two words"}}, "/tmp/s");
  EXPECT_NE(script.find("set environment MOVER_REPLAY /tmp/s\n"), std::string::npos);
  EXPECT_NE(script.find("set args 'it'\\''s' 'two words'\n"), std::string::npos);
  EXPECT_NE(script.find("define mover-start\n"), std::string::npos);
}

}  // namespace
}  // namespace mover::controller
