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

// Ends the command that runs and removes every TempDir that exists, for a process that ends without its destructors.
// A signal handler may call it.
void abandon_temp_dirs();

struct Finished {
  bool success = false;
  std::string stderr_text;
};

// Runs arguments[0] with its standard error captured in `stderr_file`, and waits for it.
std::variant<Finished, Error> run(const std::vector<std::string>& arguments, const std::string& stderr_file);

std::string read_file(const std::string& path);       // empty if it cannot be read
std::string canonical_path(const std::string& path);  // absolute, with links resolved in the existing part

}  // namespace mover::frontend
