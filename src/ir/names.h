// Names of functions and places for messages, as they are in the source.
#pragma once

#include <string>
#include <string_view>

#include "ir/ir.h"
#include "ir/places.h"

namespace mover::ir {

// A function's name without parameters: "worker", "Queue<int>::push".
std::string source_name(const Function& function);

// The name in the source of a symbol of the linker: "Queue<int>::push(int)". Other texts stay as they are.
std::string demangled(const std::string& symbol);

// The user's name for a variable with this symbol of the linker: "queue", "Shop::instance", "next_id::calls" for a
// static variable of the function next_id.
std::string variable_name(const std::string& symbol);

// The same text with long lists of template arguments left out: "std::map<…>::operator[]".
std::string with_arguments_folded(const std::string& name);

// The name of an object of allocated memory, by its type in the debug information: "list", "Queue<int>", and "Config"
// if std::make_shared has allocated the Config; empty if there is none.
std::string object_name(const DebugType& type);

// A part of a block of allocated memory: "list#2.lock", "bucket[1].lock", "int[3]". `block_size`: the size of the
// block, which may have several objects of the type; `number`: "#2", or empty. Empty if the bytes have no name in the
// source.
std::string part_of_block(const Program& program, TypeId type, uint64_t block_size, uint64_t offset, uint64_t size,
                          const std::string& number);

// "int[3] of " for an element of a block that is an array of numbers or pointers; otherwise empty.
std::string element_of_block(const Program& program, TypeId type, uint64_t block_size, uint64_t offset);

// The memory in which std::thread keeps its function and arguments.
constexpr const char* kStartOfThread = "the arguments of a thread";
constexpr const char* kStateOfFuture = "the state of a future";
constexpr const char* kException = "an exception";

// Whether only the C++ library accesses objects of this name.
bool is_of_library(std::string_view object_name);

// The same, but "lambda at a.cc:12" for a function of a lambda.
std::string name_in_words(const Places& places, const Function& function);

// The beginning of the text of an `unsupported` service that stands for a call of a function that no input defines. The
// function's name follows.
inline constexpr std::string_view kUndefinedFunction = "the undefined function ";

// "a.c:12", "an unknown place"
std::string place_in_words(const Places& places, LocId loc);

}  // namespace mover::ir
