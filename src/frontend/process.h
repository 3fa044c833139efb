// What the front end wants of the operating system: a subprocess, a folder for its files, paths.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "frontend/frontend.h"

namespace mover::frontend {

// A fresh folder under $TMPDIR or /tmp that disappears with the object.
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

struct Finished {
  bool success = false;
  std::string stderr_text;
};

// Runs arguments[0] with its standard error captured in `stderr_file`, and waits for it.
std::variant<Finished, Error> run(const std::vector<std::string>& arguments, const std::string& stderr_file);

std::string read_file(const std::string& path);       // empty where there is nothing to read
std::string canonical_path(const std::string& path);  // absolute, links resolved as far as it exists

}  // namespace mover::frontend
