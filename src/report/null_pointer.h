// Finds the pointer that an access goes through, in the text of its line: "conn->buf" for "conn->buf[0] = 'x';".
#pragma once

#include <cstddef>
#include <string>

namespace mover {

// `column`: the position that Clang gives to the access (from 0): of the member or the operator. Empty if the text does
// not tell which pointer it is.
std::string pointer_accessed_at(const std::string& line, size_t column);

}  // namespace mover
