// Footprints of <string.h>, <stdlib.h>, <wchar.h>, <locale.h>, <time.h>. How they are written is told in footprint_list.h.
#include "footprint_list.h"

namespace mover::runtime {

const std::string_view kFootprintsOfText = R"LIST(
# ---- ctype.h, stdlib.h, string.h
[]       abs labs llabs imaxabs div ldiv lldiv imaxdiv ffs ffsl ffsll htonl htons ntohl ntohs toascii isascii
         isal* iscntrl* isdigit* isgraph* islower* isprint* ispunct* isspace* isupper* isxdigit* isblank* isw* tolower* toupper* tow*
         __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __ctype_get_mb_cur_max __errno_location __h_errno_location
         wctype* wctrans* btowc wctob wcwidth isctype
         finite finitef finitel isinf isinff isinfl isnan isnanf isnanl copysign* ldexp* scalbn* __isinf* __isnan* __finite* __signbit* __fpclassify*
[r0:s]   a64l atoll atoq strtoq strtouq
[r0:s w1?:8]  strtold strtoimax strtoumax strtod_l strtof_l strtold_l strtol_l strtoul_l strtoll_l strtoull_l __strtod_l __strtof_l
              __strtold_l __strtol_internal __strtoul_internal __strtoll_internal __strtoull_internal strtof32 strtof64 strtof128
[]            bsearch lfind lsearch  # by functions of the program
[r0:s r1:s]   strcoll strcoll_l __strcoll_l strcasestr strverscmp strcasecmp_l __strcasecmp_l
[r1:s w0?:a2] strxfrm strxfrm_l __strxfrm_l
[r0:s]        index rindex strchrnul __strchrnul __rawmemchr rawmemchr secure_getenv gettext textdomain ngettext
[r1:s]        dgettext dcgettext dngettext dcngettext bindtextdomain bind_textdomain_codeset
[r0:a1 r2:a3] memmem
[r0:a2]       memrchr __memrchr
[w0:a1]       explicit_bzero __explicit_bzero_chk arc4random_buf
[]            arc4random_uniform
[r1:a2 w0:a2] __mempcpy_chk __mempcpy
[r0:a2 w1:a2] bcopy swab
[r0:a2 r1:a2] __memcmpeq
[w0:s0]       strfry
[w0:a1]       memfrob __bzero
[]            strsignal sigabbrev_np sigdescr_np strerror strerror_l strerrordesc_np strerrorname_np gai_strerror hstrerror
[w1:a2]       strerror_r __xpg_strerror_r
[r0:s w1?:4096] realpath
[r0:s]        canonicalize_file_name
[w0:s0]       basename dirname __xpg_basename mktemp mkdtemp mkostemp mkostemps mkstemps mkstemp64
[w@environ:8] clearenv
[w@drand48():8] drand48 lrand48 mrand48 srand48 lcong48 seed48
[w0:6]        erand48 nrand48 jrand48
[w0:24 w1:8]  drand48_r lrand48_r mrand48_r
[w1:24]       srand48_r seed48_r lcong48_r
[w0:48 w1:4]  random_r
[w1:48]       srandom_r
[w@random():8]  initstate setstate
[]            getpagesize __getpagesize gnu_get_libc_version gnu_get_libc_release
[]            mallopt malloc_trim malloc_stats mallinfo mallinfo2 __libc_current_sigrtmin __libc_current_sigrtmax atexit at_quick_exit on_exit
              __cxa_at_quick_exit __register_atfork __cxa_finalize __gmon_start__ backtrace_symbols
[w0:a1*8]     backtrace
[]            backtrace_symbols_fd
[]            hcreate hdestroy tsearch tfind tdelete
[w0:8 w2:8 w*0:s] getsubopt
[asks]        get_nprocs get_nprocs_conf get_phys_pages get_avphys_pages sysconf __sysconf getauxval __getauxval getdtablesize
[w0?:a1*8 asks] getloadavg
[w0:a1 r2:s]  strfromd strfromf strfroml strfromf32 strfromf32x strfromf64 strfromf64x strfromf128 strfmon
[w0:a1 r3:s]  strfmon_l
[w@ecvt():8 w0:4 w1:4] ecvt fcvt
[w@l64a():8]  l64a
[r0:s r1:s]   __strcasecmp __strcasestr __strverscmp
[r0:s]        __strndup rpmatch
[r1:s w0:s1]  __stpcpy
[w1:a2]       __strerror_r
[]            _tolower _toupper __is*_l __tolower_l __toupper_l __tow*_l __toascii_l __ffs __isctype __wctype_l __wctrans_l __iswctype __towctrans gnu_dev_major
              gnu_dev_minor gnu_dev_makedev __libc_alloca_cutoff mcheck mcheck_pedantic mcheck_check_all mtrace muntrace
[r0:s w1?:8]  __strtol_l __strtoul_l __strtoll_l __strtoull_l __strtod_internal __strtof_internal __strtold_internal strtof32x strtof64x strtof32_l strtof64_l
              strtof32x_l strtof64x_l strtof128_l
[w0:6 w1:24 w2:8] erand48_r
[w0:6 w1:24 w2:8] nrand48_r jrand48_r
[w1:a2 w3:48] initstate_r
[w1:48]       setstate_r
[w0:64 r1:s]  regcomp
[r0:64 r1:s w3?:a2*8] regexec
[r1?:64 w2?:a3] regerror
[w0:64]       regfree
[r0:s w3:8 w4:16] hsearch_r  # an ENTRY comes in two registers
[w1:16]       hcreate_r
[w0:16]       hdestroy_r
[w@hsearch():8 r0:s] hsearch
[]            twalk twalk_r tdestroy __tsearch __tfind __tdelete __twalk __twalk_r
[w0:16]       insque remque

# ---- wide and multibyte characters
[r0:S]        wcschrnul wcslen wcschr wcsrchr wcsdup wcswidth
[r0:S r1:S]   wcscasecmp_l __wcscasecmp_l wcscoll wcsstr wcsspn wcscspn wcspbrk wcscasecmp wcswcs wcscoll_l
[w0:S1 r1:S]  wcscpy wcpcpy
[w0:a2*4 r1:a2*4] wmemcpy wmemmove wmempcpy __wmemcpy_chk __wmemmove_chk
[w0:a2*4]     wmemset __wmemset_chk
[r0:a2*4 r1:a2*4] wmemcmp
[r0:a2*4]     wmemchr
[r0:S w1?:8]  wcstol wcstoul wcstoll wcstoull wcstod wcstof wcstold wcstoimax wcstoumax wcstod_l wcstof_l wcstold_l wcstoq wcstouq wcstol_l wcstoul_l wcstoll_l wcstoull_l wcstof32 wcstof64 wcstof32x wcstof64x wcstof128 __wcstol_internal
              __wcstoul_internal __wcstoll_internal __wcstoull_internal __wcstod_internal __wcstof_internal __wcstold_internal __wcstol_l __wcstoul_l __wcstod_l __wcstof_l __wcstold_l
[r1:S w0?:a2*4] wcsxfrm wcsxfrm_l
[w@mbtowc():8] mblen mbtowc wctomb
[w0?:4 w3?:8] mbrtowc
[w2?:8]       mbrlen
[r0?:8]       mbsinit
[w0?:1 w2?:8] wcrtomb c8rtomb c16rtomb c32rtomb __wcrtomb_chk
[r1:1 w0?:4 w3?:8] mbrtoc32 __mbrtowc
[r1:1 w0?:2 w3?:8] mbrtoc16
[r1:1 w0?:1 w3?:8] mbrtoc8
[r0:1 w2?:8] __mbrlen
[r1:s w0?:a2*4] mbstowcs
[r1:S w0?:a2] wcstombs
[r1:8 w1:8 w0?:a2*4 w3?:8] mbsrtowcs
[r1:8 w1:8 w0?:a3*4 w4?:8] mbsnrtowcs
[r1:8 w1:8 w0?:a2 w3?:8] wcsrtombs
[r1:8 w1:8 w0?:a3 w4?:8] wcsnrtombs
[r0:s r1:s]   iconv_open
[]            iconv_close
[w1?:8 w2?:8 w3?:8 w4?:8 r*1:1 w*3:1] iconv

# ---- locale.h
[w@setlocale():8 r1?:s] setlocale
[r@setlocale():8]  localeconv nl_langinfo
[]            nl_langinfo_l uselocale __uselocale newlocale __newlocale duplocale __duplocale freelocale __freelocale

# ---- time.h: what is returned in static buffers is intercepted
[]            difftime tzset
[w0:56]       mktime timegm timelocal
[r0:8 w1:56]  localtime_r gmtime_r
[r0:56 w1:26] asctime_r
[r0:8 w1:26]  ctime_r
[w0:a1 r2:s r3:56] strftime strftime_l __strftime_l
[w0:a1*4 r2:S r3:56] wcsftime wcsftime_l __wcsftime_l
[r0:s r1:s w2:56] strptime strptime_l
[w1?:16]      clock_getres
[w0:16]       timespec_get timespec_getres ftime
[w0?:32]      times
)LIST";

}  // namespace mover::runtime
