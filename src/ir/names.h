// Names of functions and places for messages, as they are in the source.
#pragma once

#include <string>
#include <string_view>

#include "ir/ir.h"
#include "ir/places.h"

namespace mover::ir {

// A function's name without parameters: "worker", "Queue<int>::push".
std::string source_name(const Function& function);

// The same, but "lambda at a.cc:12" for a function of a lambda.
std::string name_in_words(const Places& places, const Function& function);

// The beginning of the text of an `unsupported` service that stands for a call of a function that no input defines. The
// function's name follows.
inline constexpr std::string_view kUndefinedFunction = "the undefined function ";

// "a.c:12", "an unknown place"
std::string place_in_words(const Places& places, LocId loc);

}  // namespace mover::ir
