#include "frontend/system_files.h"

#include <algorithm>
#include <iterator>

namespace mover::frontend {

bool is_of_the_system(const std::string& path) {
  static constexpr const char* kOwnFolder = MOVER_INCLUDE_DIR "/";
  static constexpr const char* kFolders[] = {"/usr/include/", "/usr/lib/", "/usr/lib32/", "/usr/lib64/", "/usr/share/",
                                             "/lib/",         "/lib64/",   "/usr/src/",   kOwnFolder};
  return std::any_of(std::begin(kFolders), std::end(kFolders),
                     [&](const char* folder) { return path.starts_with(folder); });
}

}  // namespace mover::frontend
