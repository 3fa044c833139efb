// The table of Mover's options, and the names of its commands. The help texts are made from them (option_table.cc), and
// options.cc interprets a command line with them.
#pragma once

#include <span>
#include <string_view>

#include "support/options.h"

namespace mover::cli {

// Each option with its name, values, commands and help.
support::OptionTable option_table();

std::span<const std::string_view> command_names();

}  // namespace mover::cli
