#include "report/source.h"

#include <fstream>

namespace mover {

std::string SourceCache::line(const Place& place) { return at(place).text; }

size_t SourceCache::indentation(const Place& place) { return at(place).indentation; }

const SourceCache::Line& SourceCache::at(const Place& place) {
  static const Line kNone;
  if (place.file.empty() || place.line == 0) return kNone;
  const std::vector<Line>& all = lines(place.file);
  return place.line <= all.size() ? all[place.line - 1] : kNone;
}

const std::vector<SourceCache::Line>& SourceCache::lines(const std::string& name) {
  auto [entry, is_new] = files_.try_emplace(name);
  if (!is_new) return entry->second;
  std::ifstream file(name);
  std::string line;
  while (std::getline(file, line)) {
    // A lane shows lines without indentation, and a terminal would interpret control characters.
    size_t begin = line.find_first_not_of(" \t\r");
    size_t end = line.find_last_not_of(" \t\r");
    line = begin == std::string::npos ? "" : line.substr(begin, end - begin + 1);
    for (char& c : line) {
      if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = ' ';
    }
    entry->second.push_back({line, begin == std::string::npos ? 0 : begin});
  }
  return entry->second;
}

}  // namespace mover
