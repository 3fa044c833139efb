// <math.h>, <fenv.h>, <dlfcn.h>
#include "footprints.h"

#include <dlfcn.h>
#include <fenv.h>
#include <math.h>

#define VALUE(name, type, x) CASE(#name) { type* p = region(0, sizeof *p); CALLV(name(x, p)); }
VALUE(frexp, int, 1.5) VALUE(frexpf, int, 1.5f) VALUE(frexpl, int, 1.5l) VALUE(modf, double, 1.5) VALUE(modff, float, 1.5f) 
CASE("modfl") { long double* p = region(0, 16); may_write(0, 16, "six bytes are padding"); CALLV(modfl(1.5l, p)); }

VALUE(lgamma_r, int, 1.5) VALUE(lgammaf_r, int, 1.5f) VALUE(lgammal_r, int, 1.5l)
CASE("remquo") { int* p = region(0, 4); CALLV(remquo(5, 2, p)); }
CASE("remquof") { int* p = region(0, 4); CALLV(remquof(5, 2, p)); }
CASE("remquol") { int* p = region(0, 4); CALLV(remquol(5, 2, p)); }
CASE("sincos") { double *s = region(0, 8), *c = region(1, 8); CALLV(sincos(1, s, c)); }
CASE("sincosf") { float *s = region(0, 4), *c = region(1, 4); CALLV(sincosf(1, s, c)); }
CASE("sincosl") { long double *s = region(0, 16), *c = region(1, 16); may_write(0, 16, "six bytes are padding"), may_write(1, 16, "six bytes are padding"); CALLV(sincosl(1, s, c)); }
CASE("nan") { char* a = text(0, "12"); CALLV(nan(a)); }
CASE("nanf") { char* a = text(0, "12"); CALLV(nanf(a)); }
CASE("nanl") { char* a = text(0, "12"); CALLV(nanl(a)); }
#define SIGN(name, x) CASE(#name) { signgam = 77; variable(0, &signgam, 4); CALLV(name(x)); }
SIGN(lgamma, -0.5) SIGN(lgammaf, -0.5f) SIGN(lgammal, -0.5l) SIGN(gamma, -0.5) SIGN(gammaf, -0.5f) SIGN(gammal, -0.5l)
CASE("fegetenv") { fenv_t* e = region(0, sizeof *e); opaque(0); CALL(fegetenv(e)); }
CASE("fesetenv") { fenv_t* e = region(0, sizeof *e); fegetenv(e); opaque(0); CALL(fesetenv(e)); }
CASE("feupdateenv") { fenv_t* e = region(0, sizeof *e); fegetenv(e); opaque(0); CALL(feupdateenv(e)); }
CASE("feholdexcept") { fenv_t* e = region(0, sizeof *e); opaque(0); CALL(feholdexcept(e)); fesetenv(FE_DFL_ENV); }
CASE("fegetexceptflag") { fexcept_t* e = region(0, sizeof *e); opaque(0); CALL(fegetexceptflag(e, FE_ALL_EXCEPT)); }
CASE("fesetexceptflag") { fexcept_t* e = zeros(0, sizeof *e); CALL(fesetexceptflag(e, FE_ALL_EXCEPT)); }
CASE("fegetmode") { femode_t* e = region(0, sizeof *e); opaque(0); CALL(fegetmode(e)); }
CASE("fesetmode") { femode_t* e = region(0, sizeof *e); fegetmode(e); opaque(0); CALL(fesetmode(e)); }
CASE("dladdr") { Dl_info* i = region(0, sizeof *i); opaque(0); CALL((dladdr((void*)malloc, i) != 0)); }
CASE("dlsym") { char* a = text(0, "malloc"); opaque_result(); CALL((dlsym(RTLD_DEFAULT, a) != 0)); }
CASE("dlopen") { char* a = text(0, "libc.so.6"); CALL((dlopen(a, RTLD_NOW) != 0)); }
