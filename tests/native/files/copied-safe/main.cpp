// Copies, links and trees of directories of the C++ library.
#include <cassert>
#include <filesystem>
#include <fstream>
#include <thread>

namespace fs = std::filesystem;

int main() {
  std::thread t([] {});
  {
    std::ofstream out("one");
    for (int i = 0; i < 2000; ++i) out << i << "\n";
  }
  fs::copy_file("one", "two");
  assert(fs::file_size("one") == fs::file_size("two") && fs::file_size("one") > 4096);
  fs::create_directories("a/b/c");
  fs::copy("one", "a/b/c/three");
  fs::create_symlink("a/b", "link");
  assert(fs::exists("link/c/three") && fs::canonical("link") == fs::current_path() / "a" / "b");
  fs::resize_file("two", 3);
  assert(fs::file_size("two") == 3);
  int entries = 0;
  for ([[maybe_unused]] const auto& entry : fs::recursive_directory_iterator("a")) ++entries;
  assert(entries == 3 && fs::remove_all("a") == 4 && !fs::exists("link"));
  t.join();
}
