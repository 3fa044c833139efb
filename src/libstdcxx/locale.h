// The classic locale, which is the only one. It consists of the facets for characters and numbers of type char. Uses of
// other facets are reported by name, because std::use_facet has no instance for them.
//
// Programs read the locale whenever they format a number. So its parts are made before main, and their names begin with
// __mover_internal_, which exempts them from interleaving (vm/object.h). They are no static variables of functions or
// files, because a module of models may be linked in two parts.
#pragma once

#include <locale>

extern "C" {
alignas(16) extern char __mover_internal_ctype[sizeof(std::ctype<char>)];
alignas(16) extern char __mover_internal_numpunct[sizeof(std::numpunct<char>)];
alignas(16) extern char __mover_internal_numpunct_cache[sizeof(std::__numpunct_cache<char>)];
alignas(16) extern char __mover_internal_num_put[sizeof(std::num_put<char>)];
alignas(16) extern char __mover_internal_num_get[sizeof(std::num_get<char>)];
void __mover_make_locale();
}
