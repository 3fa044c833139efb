// unit_tests [FILE…]: runs the tests of the named files ("vm_test"), or all. One binary with all tests is linked much
// faster than one for each file; ctest runs it once for each file.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace {

// The tests of the files, as a filter for GoogleTest.
std::string tests_in(const std::vector<std::string>& files) {
  std::string filter;
  const auto& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int j = 0; j < suite.total_test_count(); ++j) {
      const testing::TestInfo& test = *suite.GetTestInfo(j);
      const std::string file = std::filesystem::path(test.file()).stem().string();
      if (std::find(files.begin(), files.end(), file) == files.end()) continue;
      filter += std::string(filter.empty() ? "" : ":") + suite.name() + "." + test.name();
    }
  }
  return filter;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const std::vector<std::string> files(argv + 1, argv + argc);
  if (!files.empty() && GTEST_FLAG_GET(filter) == "*") {  // a death test executes this binary again, with a filter
    const std::string filter = tests_in(files);
    if (filter.empty()) {
      std::fprintf(stderr, "no test is in a file with this name\n");
      return 1;
    }
    GTEST_FLAG_SET(filter, filter);
  }
  return RUN_ALL_TESTS();
}
