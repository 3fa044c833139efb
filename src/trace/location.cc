#include "trace/location.h"

#include "support/check.h"

namespace mover {

Place place_of(const ir::Places& places, ir::LocId loc) {
  MOVER_CHECK(places.has(loc), "locations come from the program's own table");
  const ir::Loc& entry = places.loc(loc);
  return Place{places.file(loc), entry.line, entry.column};
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
