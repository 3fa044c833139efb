// Directories and streams of the C++ library.
#include <cassert>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace fs = std::filesystem;

int main() {
  const fs::path folder = "folder";
  assert(!fs::exists(folder));
  fs::create_directory(folder);
  std::ofstream(folder / "one") << "1\n";
  std::thread t([&] { std::ofstream(folder / "two") << "22\n"; });
  fs::rename(folder / "one", folder / "three");
  t.join();
  int files = 0;
  size_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    ++files;
    bytes += fs::file_size(entry);
  }
  assert(files == 2 && bytes == 5);
  std::string line;
  std::ifstream in(folder / "two");
  std::getline(in, line);
  assert(line == "22" && fs::exists(folder / "three") && !fs::exists(folder / "one"));
  assert(fs::remove_all(folder) == 3);
  assert(!fs::exists(folder));
}
