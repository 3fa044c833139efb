// A place in the user's source, with the file's name. Unlike an ir::LocId, it is valid without the program.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "ir/places.h"

namespace mover {

struct Place {
  std::string file;  // empty: unknown
  uint32_t line = 0, column = 0;
  auto operator<=>(const Place&) const = default;
};

Place place_of(const ir::Places& places, ir::LocId loc);

std::string to_text(const Place& place);              // "a.c:12", "an unknown location"
std::string to_text_with_column(const Place& place);  // "a.c:12:5"

}  // namespace mover
