// The reviewed list of the accesses that functions of the C and C++ libraries make to the caller's memory, by families
// of functions (footprints_*.cc).
//
// A section begins with its accesses, in brackets. The functions that make these accesses follow. Functions after []
// access no memory that the program can access. The list omits accesses to data that the library locks or never
// changes (buffers of FILE, the heap's bookkeeping, tables of locales).
//
//   r0:8            reads 8 bytes at the address in argument 0; w writes, x changes atomically (acquire-release)
//   o@name:8        reads a variable atomically
//   r0?:8           the same, unless argument 0 is null or -1
//   r0+16:8         reads 8 bytes at the address in argument 0 plus 16
//   r*0:8           reads 8 bytes at the address that argument 0 points to, unless one of the two is null
//   r*0(16):8       the same with the pointer that lies 16 bytes after the address in argument 0
//   w0:a1 w0:a1*a2  as many bytes as argument 1 says; times argument 2 (or times a number)
//   r0:p1 w0:p1*a2  as many bytes as the size_t at argument 1 says; times argument 2
//   r0:e1           all bytes up to the address in argument 1
//   w3:b12          as many bytes as lie between the addresses in arguments 1 and 2
//   w3:b12*4 w3:b12/4  the same number times 4; divided by 4
//   r0:s r0:S       a string with the zero at its end; S: a string of wide characters
//   w0:s1           as many bytes as the string at argument 1 has
//   r0:s<2          a string, but at most as many characters as argument 2 says
//   r0:f1           up to the first character that equals argument 1, or to the end of the string
//   r0:F1           up to the first character that equals argument 1, even beyond the end of the string
//   r0:d1 r0:d1<2   up to the first character in which the strings at arguments 0 and 1 differ; i: ignoring case
//   r0:n2 r0:n      the characters that strtol reads with argument 2 as the base; with base ten
//   r0:g            the characters that strtod reads
//   r0:Wd1          W before any of these sizes: the characters are wide; S is the same as Ws
//   r0:string       a std::string: the object and its characters
//   w@name:4        the variable `name` of the library
//   w@name?:4       the same, but only if the program refers to the variable
//   w@f():8         the variables without an external name in which the function f keeps data
//   asks            returns data of the operating system: see Assumption::System in scheduling/assumptions.h
//   alters          changes data of the operating system
//   in in2          reads standard input; reads it if argument 2 is stdin
//   catch           ends a handler of an exception, which may change the exception's counter of owners
//
// Arguments 0 to 5 are in the integer registers, and arguments 6 to 9 on the stack. Floating-point arguments do not
// count. `this` is argument 0, and so is the address of a result that does not fit into registers. A name may contain
// *, and the name of a library and a colon may precede it. A name without * takes precedence; otherwise the first name
// that matches applies. Intercepted functions need no footprint. A name without a library means only a function of the
// C or C++ library: another library, or the program, may have a different function of the same name.
//
// virtual.CLASS.4 is the fifth virtual function of a class, if the library gives it no name.
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
  // Variables without an external name, and the addresses that stand for them.
  std::vector<std::pair<std::string, uint64_t>> variables;
};
const FootprintIndex& footprint_index();

}  // namespace mover::runtime
