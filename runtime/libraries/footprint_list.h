// The reviewed list: what functions of the C and C++ libraries access of the caller's memory, by families
// (footprints_*.cc).
//
// A section begins with what its functions access, in brackets; the functions follow. Functions in [] access nothing
// that the program can access, too. Other accesses of the functions (buffers of FILE, the heap's administration, tables
// of locales) is locked by the library, or constant.
//
//   r0:8            reads 8 bytes where argument 0 points to; w writes, x changes atomically (acquiring and releasing)
//   r0?:8           … unless argument 0 is null, or -1
//   r0+16:8 r*0:8   … 16 bytes after that; … where the pointer points to that lies where argument 0 points to, if it is
//   not null w0:a1 w0:a1*a2  as many bytes as argument 1 says; times argument 2, or times a number r0:p1 w0:p1*a2  as
//   many as is stored (as size_t) where argument 1 points to; times argument 2 r0:e1           up to where argument 1
//   points to w3:b12          as many bytes as there are from argument 1 to argument 2; w3:b12*4, w3:b12/4 … times 4,
//   divided by 4 r0:s r0:S       a string, with the zero at its end; of wide characters w0:s1           as many bytes
//   as the string at argument 1 has r0:s<2          at most as many characters of it as argument 2 says r0:f1 r0:F1 up
//   to the first character that argument 1 is, or the end of the string; … whether or not the string ends before r0:d1
//   r0:d1<2   as far as the strings at arguments 0 and 1 are the same, and the character that differs; i: whatever
//   their case r0:n2 r0:n      what strtol reads with the base that argument 2 is; ten r0:g            what strtod
//   reads r0:Wd1          W before any of these: of wide characters; S is the same as Ws r0:string       a std::string:
//   the object, and its characters w@name:4        the variable `name` of the library (x@name too); w@name?:4 … if the
//   program names it, too; w@f():8 what the function f keeps in variables without a name outside asks            what
//   it returns is what the operating system answers: see scheduling/assumptions.h in in2          reads standard input;
//   … if argument 2 is that stream catch           the end of a handler: the exception's counter of owners
//
// Arguments are counted as the integer registers are, and go on on the stack from 6 to 9: floating-point ones do not
// count, `this` is argument 0, and so is the place of a result that does not fit into registers. Names may contain *,
// and be preceded by the name of a library and a colon; those without * come first, then the first that fits. A
// function that is intercepted needs no footprint. Names without a library mean functions of the C and C++ libraries:
// other libraries, and code that is linked into the program, may have functions of the same names that do something
// else.
//
// virtual.CLASS.4 is the fifth virtual function of a class, where the library gives it no name.
//
// A function that gets the size of a buffer counts as writing all of it, even if it may write only a part.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "libraries/footprints.h"

namespace mover::runtime {

extern const std::string_view kFootprintsOfMath, kFootprintsOfText, kFootprintsOfPosix, kFootprintsOfCxx,
    kFootprintsOfStreams;

using Section = std::vector<Effect>;

struct FootprintIndex {
  std::vector<Section> sections;
  std::unordered_map<std::string_view, size_t> by_name;
  std::vector<std::pair<std::string_view, size_t>> patterns;  // in the order of the list
  std::vector<std::pair<std::string, uint64_t>> variables;    // without a name outside, and their places
};
const FootprintIndex& footprint_index();

}  // namespace mover::runtime
