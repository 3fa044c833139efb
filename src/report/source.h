// Reads the user's source files for reports, which quote their lines. Each file is read once.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "trace/location.h"

namespace mover {

class SourceCache {
 public:
  // The text of a line without its indentation; empty if the file cannot be read or has no such line.
  std::string line(const Place& place);
  // The number of characters before that text.
  size_t indentation(const Place& place);

 private:
  struct Line {
    std::string text;
    size_t indentation = 0;
  };
  const Line& at(const Place& place);
  const std::vector<Line>& lines(const std::string& file);

  std::map<std::string, std::vector<Line>> files_;
};

}  // namespace mover
