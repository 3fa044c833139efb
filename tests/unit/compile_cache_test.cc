#include "frontend/compile_cache.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace mover::frontend {
namespace {

using Words = std::vector<std::string>;
namespace fs = std::filesystem;

TEST(Prerequisites, AreTheFilesOfTheFirstRule) {
  EXPECT_EQ(prerequisites("a.o: a.c b.h \\\n  c.h\n\nb.h:\n"), (Words{"a.c", "b.h", "c.h"}));
  EXPECT_EQ(prerequisites("program: \\\n  a.o \\\n  lib.so\n\na.o:\n"), (Words{"a.o", "lib.so"}));
  EXPECT_EQ(prerequisites("a.o: my\\ file.c a\\#b.h c$$d.h"), (Words{"my file.c", "a#b.h", "c$d.h"}));
  EXPECT_EQ(prerequisites(""), Words{});
}

// A folder with sources that are older than any compilation, and a cache.
class CompileCacheTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* before = std::getenv("MOVER_CACHE");
    if (before != nullptr) before_ = before;
    setenv("MOVER_CACHE", cache_.file("compiled").c_str(), 1);
  }
  void TearDown() override {
    if (before_.empty())
      unsetenv("MOVER_CACHE");
    else
      setenv("MOVER_CACHE", before_.c_str(), 1);
  }

  std::string write(const std::string& name, const std::string& text) {
    const std::string path = sources_.file(name);
    std::ofstream(path) << text;
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::seconds(1));
    return path;
  }

  // Compiles main.c. Returns the value of the variable `x` in it, or the compiler's output if it fails.
  static std::string compiled(const std::string& source, const Words& flags = {}) {
    TempDir folder;
    const std::string object = folder.file("main.s");
    Words command = {"/usr/bin/clang-19", "-S", "-c", "-o", object, source};
    command.insert(command.begin() + 1, flags.begin(), flags.end());
    auto result = run_compiler(command, object, folder.file("said"));
    const auto& finished = std::get<Finished>(result);
    if (!finished.success) return finished.stderr_text;
    const std::string text = read_file(object), marker = ".long\t";
    const size_t at = text.find(marker) + marker.size();
    return text.substr(at, text.find_first_of(" \t\n", at) - at);
  }

  size_t outputs() const {
    size_t count = 0;
    if (!fs::exists(cache_.file("compiled"))) return 0;
    for (const auto& entry : fs::directory_iterator(cache_.file("compiled"))) count += entry.path().extension() == "";
    return count;
  }

 private:
  const TempDir sources_, cache_;
  std::string before_;
};

TEST_F(CompileCacheTest, CompilesEqualContentsOnce) {
  const std::string source = write("main.c", "#include \"x.h\"\nint x = X;\n");
  write("x.h", "#define X 41\n");
  EXPECT_EQ(compiled(source), "41");
  EXPECT_EQ(outputs(), 1U);
  EXPECT_EQ(compiled(source), "41");
  EXPECT_EQ(outputs(), 1U);
}

TEST_F(CompileCacheTest, NoticesChangedHeadersAndFlags) {
  const std::string source = write("main.c", "#include \"x.h\"\nint x = X + Y;\n");
  write("x.h", "#define X 41\n");
  EXPECT_EQ(compiled(source, {"-DY=0"}), "41");
  EXPECT_EQ(compiled(source, {"-DY=1"}), "42");
  write("x.h", "#define X 50\n");
  EXPECT_EQ(compiled(source, {"-DY=0"}), "50");
  write("x.h", "#define X 41\n");
  EXPECT_EQ(compiled(source, {"-DY=0"}), "41");
  EXPECT_EQ(outputs(), 3U);
}

TEST_F(CompileCacheTest, UsesTheStoredOutput) {
  const std::string source = write("main.c", "int x = 41;\n");
  const TempDir folder;
  const std::string object = folder.file("main.s");
  const Words command = {"/usr/bin/clang-19", "-S", "-c", "-o", object, source};
  run_compiler(command, object, folder.file("said"));
  const std::string first = read_file(object);
  fs::remove(object);
  run_compiler(command, object, "/no such folder/said");  // fails if the compiler runs
  EXPECT_EQ(read_file(object), first);
}

TEST_F(CompileCacheTest, DoesNotStoreWarningsOrErrorsOrNewFiles) {
  EXPECT_EQ(compiled(write("warns.c", "#warning careful\nint x = 41;\n")), "41");
  EXPECT_NE(compiled(write("wrong.c", "int x = ;\n")).find("error"), std::string::npos);
  const std::string fresh = write("fresh.c", "int x = 43;\n");
  fs::last_write_time(fresh, fs::file_time_type::clock::now() + std::chrono::hours(1));
  EXPECT_EQ(compiled(fresh), "43");
  EXPECT_EQ(outputs(), 0U);
}

}  // namespace
}  // namespace mover::frontend
