// Operating-system services of the front end: subprocesses, temporary folders, paths.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "frontend/frontend.h"

namespace mover::frontend {

// A new folder under $TMPDIR or /tmp that is removed by the destructor.
class TempDir {
 public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  bool ok() const { return !path_.empty(); }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// Kills the command that run() waits for and removes all temporary folders, for a process that ends without running
// destructors. A signal handler may call it.
void abandon_temp_dirs();

struct Finished {
  bool success = false;
  std::string stderr_text;
};

// Runs the program arguments[0] with its output in `stderr_file`, and waits for its end.
std::variant<Finished, Error> run(const std::vector<std::string>& arguments, const std::string& stderr_file);

std::string read_file(const std::string& path);       // empty if it cannot be read
std::string canonical_path(const std::string& path);  // absolute; links are resolved as far as the path exists

}  // namespace mover::frontend
