#include "trace/location.h"

#include "support/check.h"

namespace mover {

Place place_of(const ir::Program& program, ir::LocId loc) {
  MOVER_CHECK(loc < program.locs.size(), "locations come from the program's own table");
  const ir::Loc& entry = program.locs[loc];
  MOVER_CHECK(entry.file < program.files.size(), "files come from the program's own table");
  return Place{program.files[entry.file], entry.line, entry.column};
}

std::string to_text(const Place& place) {
  if (place.file.empty()) return "an unknown location";
  return place.line == 0 ? place.file : place.file + ":" + std::to_string(place.line);
}

std::string to_text_with_column(const Place& place) {
  std::string text = to_text(place);
  return place.file.empty() || place.line == 0 || place.column == 0 ? text : text + ":" + std::to_string(place.column);
}

}  // namespace mover
