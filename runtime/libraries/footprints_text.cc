// Footprints of <string.h>, <stdlib.h>, <wchar.h>, <locale.h>, <time.h>. libraries/footprint_list.h describes
// the notation.
#include "libraries/footprint_list.h"

namespace mover::runtime {

const std::string_view kFootprintsOfText = R"LIST(
# ---- ctype.h, stdlib.h, string.h
[]       abs labs llabs imaxabs div ldiv lldiv imaxdiv ffs ffsl ffsll htonl htons ntohl ntohs toascii isascii
         isal* iscntrl* isdigit* isgraph* islower* isprint* ispunct* isspace* isupper* isxdigit* isblank* isw* tolower* toupper* tow*
         __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __errno_location __h_errno_location
         btowc wctob wcwidth isctype
         finite finitef finitel isinf isinff isinfl isnan isnanf isnanl copysign* ldexp* scalbn* __isinf* __isnan* __finite* __signbit* __fpclassify*
[r0:s]   a64l
[r0:n]   atoll
[r0:n2 w1?:8] strtoimax strtoumax strtoq strtouq strtol_l strtoul_l strtoll_l strtoull_l __strtol_l __strtoul_l __strtoll_l __strtoull_l
              __strtol_internal __strtoul_internal __strtoll_internal __strtoull_internal
[r0:g w1?:8]  strtold strtod_l strtof_l strtold_l __strtod_l __strtof_l __strtold_l __strtod_internal __strtof_internal __strtold_internal
              strtof32 strtof64 strtof128 strtof32x strtof64x strtof32_l strtof64_l strtof32x_l strtof64x_l strtof128_l
[]            bsearch  # only the program's comparison function accesses the elements
[r0:s]        wctype wctrans wctype_l wctrans_l __wctype_l __wctrans_l
[r0:s r1:s]   strcoll strcoll_l __strcoll_l strcasestr strverscmp
[r0:i1 r1:i0] strcasecmp_l __strcasecmp_l
[r0:i1<2 r1:i0<2] strncasecmp_l __strncasecmp_l
[r1:s w0?:a2] strxfrm strxfrm_l __strxfrm_l
[r0:f1]       index strchrnul
[r0:F1]       __rawmemchr rawmemchr
[r0:s r@environ:8] secure_getenv
[r0:s]        rindex gettext
[x@textdomain():8 r0?:s] textdomain
[r0:s r1:s]   ngettext
[r0?:s r1:s]  dgettext dcgettext
[r0?:s r1:s r2:s] dngettext dcngettext
[x@textdomain():8 r0?:s r1?:s] bindtextdomain bind_textdomain_codeset
[r0:a1 r2:a3] memmem
[r0:a2]       memrchr
[w0:a1]       explicit_bzero __explicit_bzero_chk
[r1:a2 w0:a2] __mempcpy_chk __mempcpy
[r0:a2 w1:a2] bcopy
[r0:a2 r1:a2] __memcmpeq
[w0:a1]       memfrob __bzero
[]            strsignal sigabbrev_np sigdescr_np strerror strerror_l strerrordesc_np strerrorname_np gai_strerror hstrerror
[w1:a2]       strerror_r __xpg_strerror_r
[r0:s w1?:4096] realpath
[r0:s]        canonicalize_file_name
[r0?:s]       basename
[w@environ:8] clearenv
# The parameters of the sequences are process-wide, too, and seeding sets them.
[w@drand48():8 r@lcong48():8] drand48 lrand48 mrand48
[w@drand48():8 w@lcong48():8] srand48
[w@drand48():8 w@lcong48():8 r0:6] seed48
[w@drand48():8 w@lcong48():8 r0:14] lcong48
[w0:6 r@lcong48():8] erand48 nrand48 jrand48
[w0:24 w1:8]  drand48_r lrand48_r mrand48_r
[w1:24]       srand48_r
[r0:6 w1:24]  seed48_r
[r0:14 w1:24] lcong48_r
[]            getpagesize __getpagesize gnu_get_libc_version gnu_get_libc_release
[]            mallopt malloc_trim malloc_stats mallinfo mallinfo2 __libc_current_sigrtmin __libc_current_sigrtmax
              __register_atfork __cxa_finalize __gmon_start__
[r0:a1*8]     backtrace_symbols backtrace_symbols_fd
[w0:a1*8]     backtrace
[w@hsearch():8] hcreate hdestroy
[w1:8]        tsearch tdelete __tsearch __tdelete  # an access to any node counts as an access to the root
[r1:8]        tfind __tfind
[r0?:8]       twalk twalk_r __twalk __twalk_r
[w0?:8]       tdestroy
[asks]        get_nprocs get_nprocs_conf get_phys_pages get_avphys_pages sysconf __sysconf getauxval __getauxval getdtablesize
[w0?:a1*8 asks] getloadavg
[w0:a1 r2:s]  strfromd strfromf strfroml strfromf32 strfromf32x strfromf64 strfromf64x strfromf128 strfmon
[w0:a1 r3:s]  strfmon_l
[w@ecvt():8 w1:4 w2:4] ecvt fcvt qecvt qfcvt
[w1:4 w2:4 w3:a4] ecvt_r fcvt_r qecvt_r qfcvt_r
[w@l64a():8]  l64a
[r0:i1 r1:i0] __strcasecmp
[r0:s r1:s]   __strcasestr __strverscmp
[r0:s<1]      __strndup
[r0:s]        rpmatch
[r1:s w0:s1]  __stpcpy
[w1:a2]       __strerror_r
[]            _tolower _toupper __is*_l __tolower_l __toupper_l __tow*_l __toascii_l __ffs __isctype __iswctype __towctrans gnu_dev_major
              gnu_dev_minor gnu_dev_makedev __libc_alloca_cutoff mcheck mcheck_pedantic mcheck_check_all mtrace muntrace
[w0:6 w1:24 w2:8] erand48_r
[w0:6 w1:24 w2:8] nrand48_r jrand48_r
[w1:a2 w3:48] initstate_r
[w0:64 r1:s]  regcomp
[r1?:64 w2?:a3] regerror
[w0:64]       regfree
[r0:s w3:8 w4:16] hsearch_r  # an ENTRY takes two registers
[w1:16]       hcreate_r
[w0:8]        hdestroy_r
[w@hsearch():8 r0:s] hsearch

# ---- wide and multibyte characters
[r0:S]        wcslen wcsrchr wcsdup
[r0:S<1]      wcswidth
[r0:Wf1]      wcschrnul wcschr
[r0:S r1:S]   wcscoll wcscoll_l wcsstr wcsspn wcscspn wcspbrk wcswcs
[r0:Wi1 r1:Wi0] wcscasecmp wcscasecmp_l __wcscasecmp_l
[r0:Wi1<2 r1:Wi0<2] wcsncasecmp wcsncasecmp_l __wcsncasecmp_l
[w0:S1 r1:S]  wcscpy wcpcpy __wcscpy_chk __wcpcpy_chk
[w0:a2*4 r1:a2*4] wmemcpy wmemmove wmempcpy __wmemcpy_chk __wmemmove_chk __wmempcpy_chk
[w0:a2*4]     wmemset __wmemset_chk
[r0:a2*4 r1:a2*4] wmemcmp
[r0:a2*4]     wmemchr
[r0:Wn2 w1?:8] wcstol wcstoul wcstoll wcstoull wcstoimax wcstoumax wcstoq wcstouq wcstol_l wcstoul_l wcstoll_l wcstoull_l
              __wcstol_internal __wcstoul_internal __wcstoll_internal __wcstoull_internal __wcstol_l __wcstoul_l __wcstoll_l __wcstoull_l
[r0:Wg w1?:8] wcstod wcstof wcstold wcstod_l wcstof_l wcstold_l wcstof32 wcstof64 wcstof32x wcstof64x wcstof128 __wcstod_internal
              __wcstof_internal __wcstold_internal __wcstod_l __wcstof_l __wcstold_l
[r1:S w0?:a2*4] wcsxfrm wcsxfrm_l
[r0?:8]       mbsinit
[r0:s r1:s]   iconv_open
[]            iconv_close
[w1?:8 w2?:8 w3?:8 w4?:8 r*1:p2 w*3:p4] iconv

# ---- locale.h
[r@setlocale():8]  localeconv nl_langinfo __ctype_get_mb_cur_max
[r1:s]        newlocale __newlocale
[]            nl_langinfo_l uselocale __uselocale duplocale __duplocale freelocale __freelocale

# ---- time.h: functions that return static buffers are intercepted
[]            difftime
[w@timezone?:8 w@daylight?:4 w@tzname?:16] tzset
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
