// Types as texts, which the instrumentation puts into compiled programs (src/instrument/type_texts.h), and from which
// the run-time library names the parts of objects:
//   number, pointer, …   .SIZE<tab>NAME<tab>
//   array                [SIZE<tab>ELEMENT
//   struct               {SIZE<tab>NAME<tab>, then OFFSET<tab>NAME<tab>TYPE for each member, then }
//   union                the same with ( and )
#pragma once

#include <string_view>

#include "ir/ir.h"

namespace mover::ir {

// Adds the type, and the types of its parts, to the program. Returns 0 if the text is not well-formed.
TypeId add_type(Program& program, std::string_view text);

}  // namespace mover::ir
