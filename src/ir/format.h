// Internal to the printer: names, strings and numbers in the form that the parser reads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ir/shape.h"

namespace mover::ir {

std::string quoted(std::string_view text);
std::string symbol(std::string_view name);  // @name, or @"name" if it needs quotes
// Small numbers in decimal, small negative ones (at their width) with a sign, all others in hexadecimal.
std::string integer(Wide value, uint32_t width);
// The shortest decimal that the parser reads as the same bits; hexadecimal bits if there is none (infinities, NaNs).
// REQUIRES: width is 32 or 64.
std::string floating(uint64_t bits, uint32_t width);

}  // namespace mover::ir
