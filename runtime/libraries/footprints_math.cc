// Footprints of mathematical functions, the loader, and the compiler's own functions. libraries/footprint_list.h
// describes the notation.
#include "libraries/footprint_list.h"

namespace mover::runtime {

const std::string_view kFootprintsOfMath = R"LIST(
# ---- mathematics: functions that are not listed by name access nothing
[w0:4]   frexp frexpf frexpl frexpf32 frexpf64 remquo remquof remquol lgamma_r lgammaf_r lgammal_r gamma_r
[w0:8]   modf modff32x modff64
[w0:4]   modff
[w0:10]  modfl
[w0:8 w1:8]   sincos
[w0:4 w1:4]   sincosf
[w0:16 w1:16] sincosl
[w@signgam?:4] lgamma lgammaf lgammal gamma gammaf gammal
[r0:s]   nan nanf nanl
[w0:32]  fegetenv feholdexcept
[r0?:32] fesetenv feupdateenv
[w0:8]   fegetmode
[r0?:8]  fesetmode
[w0:2]   fegetexceptflag
[r0:2]   fesetexceptflag
[]       libm.so*:* libmvec.so*:*

# ---- the loader, unwinding, arithmetic of the compiler
[]       ld-linux*:* libgcc_s.so*:*
[r0:s]   dladdr1
[w1:32]  dladdr
[r1:s]   dlsym
[r1:s r2:s] dlvsym
[]       dl_iterate_phdr dlerror dlinfo
)LIST";

}  // namespace mover::runtime
