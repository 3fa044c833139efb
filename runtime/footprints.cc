// The reviewed list: what functions of the C and C++ libraries access of the caller's memory.
//
// A section begins with what its functions access, in brackets; the functions follow. Functions in [] access nothing that the
// program can access, too. What functions access besides (buffers of FILE, the heap's administration, tables of locales) is
// locked by the library, or constant.
//
//   r0:8            reads 8 bytes where argument 0 points to; w writes, x changes atomically (acquiring and releasing)
//   r0?:8           … unless argument 0 is null
//   r0+16:8 r*0:8   … 16 bytes behind that; … where the pointer points to that lies where argument 0 points to, if it is not null
//   w0:a1 w0:a1*a2  as many bytes as argument 1 says; times argument 2, or times a number
//   r0:e1           up to where argument 1 points to
//   r0:s r0:S       a string, with the zero at its end; of wide characters
//   w0:s1           as many bytes as the string at argument 1 has
//   r0:string       a std::string: the object, and its characters
//   w@name:4        the variable `name` of the library; w@name?:4 … if the program names it, too; w@f():8 what the function f keeps in variables without a name outside
//   catch           the end of a handler: the exception's counter of owners
//
// Arguments are counted as the integer registers are: floating-point ones do not count, `this` is argument 0, and so is the
// place of a result that does not fit into registers. Names may contain *, and be preceded by the name of a library and a
// colon; those without * come first, then the first that fits. A function that is intercepted needs no footprint. What is linked into
// the program itself and not instrumented may be anything of that name: there, only names of the C++ library count, which are reserved.
//
// Where a function need not write all of a buffer whose size it is told, all of it counts as written.
#include "footprints.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <unordered_map>

#include <dlfcn.h>

#include "access.h"
#include "imports.h"
#include "support/check.h"

namespace mover::runtime {

namespace {

constexpr std::string_view kList = R"LIST(
# ---- mathematics: what is not listed here accesses nothing
[w0:4]   frexp frexpf frexpl frexpf32 frexpf64 remquo remquof remquol lgamma_r lgammaf_r lgammal_r gamma_r
[w0:8]   modf modff32x modff64
[w0:4]   modff
[w0:16]  modfl
[w0:8 w1:8]   sincos
[w0:4 w1:4]   sincosf
[w0:16 w1:16] sincosl
[w@signgam?:4] lgamma lgammaf lgammal gamma gammaf gammal
[r0:s]   nan nanf nanl
[w0:32]  fegetenv feholdexcept
[w0:2]   fegetexceptflag
[r0:2]   fesetexceptflag
[]       libm.so*:* libmvec.so*:*

# ---- the loader, unwinding, arithmetic of the compiler
[]       ld-linux*:* libgcc_s.so*:*
[r0:s]   dladdr1
[w1:32]  dladdr
[]       dl_iterate_phdr dlerror dlsym dlvsym dlinfo

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
[r0:a1]       explicit_bzero
[w0:a1]       arc4random_buf
[]            arc4random_uniform
[r1:a2 w0:a2] memccpy swab bcopy __mempcpy_chk __explicit_bzero_chk
[r1:s w0:a2]  stpncpy __stpncpy
[r0:8 r1:s]   strsep __strsep
[w0:a1]       strfry memfrob
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
[w0?:a1*8]    getloadavg
[]            get_nprocs get_nprocs_conf get_phys_pages get_avphys_pages sysconf getpagesize __getpagesize getauxval gnu_get_libc_version
              gnu_get_libc_release getdtablesize
[]            mallopt malloc_trim malloc_stats mallinfo mallinfo2 __libc_current_sigrtmin __libc_current_sigrtmax atexit at_quick_exit on_exit
              __cxa_at_quick_exit __register_atfork __cxa_finalize __gmon_start__ backtrace_symbols
[w0:a1*8]     backtrace
[]            backtrace_symbols_fd
[]            hcreate hdestroy tsearch tfind tdelete
[w@getsubopt():8] getsubopt

# ---- wide and multibyte characters
[r0:S]        wcslen wcschr wcsrchr wcsdup wcswidth
[r0:S r1:S]   wcscmp wcscoll wcsstr wcsspn wcscspn wcspbrk wcscasecmp wcswcs wcscoll_l
[w0:S1 r1:S]  wcscpy wcpcpy
[w0:a2*4 r1:a2*4] wmemcpy wmemmove wmempcpy __wmemcpy_chk __wmemmove_chk
[w0:a2*4]     wmemset __wmemset_chk
[r0:a2*4 r1:a2*4] wmemcmp
[r0:a2*4]     wmemchr
[r0:S w1?:8]  wcstol wcstoul wcstoll wcstoull wcstod wcstof wcstold wcstoimax wcstoumax wcstod_l wcstof_l wcstold_l __wcstod_l __wcstof_l __wcstold_l
[r1:S w0?:a2*4] wcsxfrm wcsxfrm_l
[w@mbtowc():8] mblen mbtowc wctomb
[w0?:4 w3?:8] mbrtowc
[w2?:8]       mbrlen
[r0?:8]       mbsinit
[w0?:8 w2?:8] wcrtomb c16rtomb c32rtomb
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

# ---- stdio.h: streams are locked by their functions
[]            fclose fflush fileno feof ferror clearerr fgetc getc fputc putc getchar putchar ungetc fseek fseeko fseeko64 ftell ftello
              ftello64 rewind setbuf setvbuf setlinebuf setbuffer flockfile funlockfile ftrylockfile fwide pclose fcloseall _IO_getc _IO_putc
              fgetwc getwc getwchar fputwc putwc putwchar ungetwc getw putw fpurge __fpurge __fpending __freading __fwriting
[w0:8]        getc_unlocked fgetc_unlocked __uflow fflush_unlocked feof_unlocked ferror_unlocked clearerr_unlocked fileno_unlocked
[w1:8]        putc_unlocked fputc_unlocked __overflow
[w@getchar_unlocked():8]   getchar_unlocked
[w@putchar_unlocked():8]  putchar_unlocked
[r0:s w1:8]   fputs_unlocked
[r0:a1*a2 w3:8] fwrite_unlocked
[w0:a1*a2 w3:8] fread_unlocked
[w0:a1 w2:8]  fgets_unlocked
[w1:16]       fgetpos fgetpos64
[r1:16]       fsetpos fsetpos64
[r0?:s]       perror
[r0:S]        fputws
[w0:a1*4]     fgetws
[r0:s]        remove rmdir unlink
[r0:s r1:s]   rename link symlink
[r1:s]        unlinkat mkdirat mkfifoat mknodat fchmodat fchownat faccessat openat openat64
[r1:s r3:s]   renameat renameat2 linkat
[]            __libc_freeres

# ---- unistd.h, sys/*.h, fcntl.h
[r0:s]        access euidaccess eaccess chmod chown lchown chdir chroot mkdir mkfifo mknod truncate truncate64 pathconf shm_unlink sem_unlink mq_unlink
[]            fchdir fchmod fchown isatty fpathconf getppid getuid geteuid getgid getegid getpgrp getpgid getsid setsid setpgid nice umask
              sync syncfs lockf lockf64 flock posix_fadvise posix_fadvise64 posix_fallocate posix_fallocate64 fallocate fallocate64 ftruncate64
              readahead madvise posix_madvise mlock munlock mlockall munlockall sched_getcpu sched_get_priority_max sched_get_priority_min
              sched_getscheduler getpriority setpriority gethostid tcgetpgrp ulimit confstr alphasort versionsort dirfd closelog setlogmask
              sethostid prctl
[w0:a1]       gethostname getdomainname getlogin_r
[r0:s w1:a2]  readlinkat
[w1:a2]       ttyname_r ptsname_r
[w1:16]       getrlimit getrlimit64
[r1:16]       setrlimit setrlimit64
[r2?:16 w3?:16] prlimit prlimit64
[w1:a0*4]     getgroups
[w0:4 w1:4 w2:4] getresuid getresgid
[w2:a1]       sched_getaffinity
[r2:a1]       sched_setaffinity
[r1:a0]       __sched_cpucount
[]            __sched_cpualloc __sched_cpufree
[w1:4]        sched_getparam
[r2:4]        sched_setscheduler
[r1:4]        sched_setparam
[r1:s w2:144] fstatat fstatat64
[r1:s w4:256] statx
[r0:s w1:120] statfs statfs64
[w1:120]      fstatfs fstatfs64
[r0:s w1:112] statvfs statvfs64
[w1:112]      fstatvfs fstatvfs64
[w0:112]      sysinfo
[r0:s r1?:16] utime
[r0:s r1?:32] utimes lutimes
[r1?:s r2?:32] utimensat
[r1?:32]      futimens futimes
[w1:a2]       pread64 __pread_chk __pread64_chk getdents64
[r1:a2]       pwrite64
[w1:60]       tcgetattr
[r2:60]       tcsetattr
[w0?:4]       wait
[w1?:4]       waitpid
[w@optind:4 w@optarg:8 w@optopt:4 r1:a0*8 r2:s] getopt
[w@optind:4 w@optarg:8 w@optopt:4 r1:a0*8 r2:s w4?:4] getopt_long getopt_long_only
[r0?:s]       openlog
[r0:s r1:s]   fnmatch

# ---- signal.h, setjmp.h
[w0:128]      sigemptyset sigfillset
[w0:8]        sigaddset sigdelset
[r0:128]      sigismember sigisemptyset
[w0:128 r1:128 r2:128] sigandset sigorset
[w0:8]        sigpending
[w0:200]      _setjmp setjmp __sigsetjmp

# ---- pthread.h: what synchronises is intercepted
[]            pthread_self pthread_equal thrd_current thrd_equal pthread_atfork pthread_yield pthread_testcancel pthread_getconcurrency pthread_setconcurrency
              __pthread_register_cancel_defer __pthread_unregister_cancel_restore __pthread_get_minstack pthread_setschedprio
[w1?:4]       pthread_setcancelstate pthread_setcanceltype
[w0:56]       pthread_attr_init pthread_attr_destroy pthread_attr_set*
[r0:56 w1:4]  pthread_attr_get*
[w1:56]       pthread_getattr_np
[w0:4]        pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_set* __pthread_mutexattr_init __pthread_mutexattr_destroy
              __pthread_mutexattr_settype pthread_condattr_init pthread_condattr_destroy pthread_condattr_set* pthread_barrierattr_init
              pthread_barrierattr_destroy pthread_barrierattr_set*
[r0:4 w1:4]   pthread_mutexattr_get* pthread_condattr_get* pthread_barrierattr_get*
[w0:8]        pthread_rwlockattr_init pthread_rwlockattr_destroy pthread_rwlockattr_set*
[r0:8 w1:4]   pthread_rwlockattr_get*
[w1:4 w2:4]   pthread_getschedparam
[r2:4]        pthread_setschedparam
[w2:a1]       pthread_getaffinity_np
[r2:a1]       pthread_setaffinity_np

# ---- networks, users: results lie in static buffers where there is no _r
[r0:s]        inet_addr inet_network if_nametoindex
[r0:s w1:4]   inet_aton
[]            inet_ntoa inet_makeaddr inet_lnaof inet_netof
[w2:a3]       inet_ntop
[r1:s w2:4]   inet_pton
[r0?:s r1?:s w3:8] getaddrinfo
[]            freeaddrinfo
[r0:a1 w2?:a3 w4?:a5] getnameinfo
[w@gethostbyname():8 r0:s] gethostbyname gethostbyname2
[w@gethostbyname():8] gethostbyaddr
[w@getservbyname():8] getservbyname getservbyport
[w@getprotobyname():8] getprotobyname getprotobynumber
[w@getpwnam():8] getpwnam getpwuid getpwent setpwent endpwent
[w@getgrnam():8] getgrnam getgrgid getgrent setgrent endgrent
[r0:s w1:48 w2:a3 w4:8] getpwnam_r
[w1:48 w2:a3 w4:8] getpwuid_r
[r0:s w1:32 w2:a3 w4:8] getgrnam_r
[w1:32 w2:a3 w4:8] getgrgid_r
[w@getlogin():8] getlogin ttyname ctermid cuserid

# ---- C++: exceptions, types, memory
[]       _Zn* _Zd* __cxa_allocate_exception __cxa_free_exception __cxa_throw __cxa_rethrow __cxa_begin_catch __cxa_get_exception_ptr
         __cxa_current_exception_type __cxa_bad_cast __cxa_bad_typeid __cxa_pure_virtual __cxa_deleted_virtual __cxa_throw_bad_array_new_length
         __cxa_throw_bad_array_length __cxa_call_unexpected __cxa_call_terminate __cxa_get_globals __cxa_get_globals_fast __gxx_personality_v0
         __cxa_init_primary_exception __cxa_allocate_dependent_exception __cxa_free_dependent_exception __cxa_thread_atexit __cxa_vec_*
         __cxa_uncaught_exceptions __cxa_uncaught_exception __cxa_tm_cleanup __cxa_demangle
[catch]  __cxa_end_catch
[r0:8]   __dynamic_cast
[]       _ZSt*__throw_* _ZSt9terminatev _ZSt10unexpectedv _ZSt13set_terminatePFvvE _ZSt13get_terminatev _ZSt18uncaught_exceptionv
         _ZSt19uncaught_exceptionsv _ZSt15set_new_handler* _ZSt15get_new_handlerv _ZNKSt9type_info* _ZNSt9type_info* _ZSt10_Exit*
         _ZSt15future_categoryv _ZNSt3_V215system_categoryEv _ZNSt3_V216generic_categoryEv _ZSt17iostream_categoryv _ZNSt3_V214error_category*
         _ZNKSt3_V214error_category* _ZNSt6thread20hardware_concurrencyEv _ZNSt6thread6_StateD* _ZSt20__replacement_assert* _ZSt21__glibcxx_assert_fail*
         _ZNSt13__future_base* _ZNKSt13__future_base* _ZNSt10_Sp_locker* _ZNSt19_Sp_make_shared_tag* _ZN9__gnu_cxx27__verbose_terminate_handlerEv
         _ZNSt11this_thread11__sleep_for* __once_proxy _ZNSt6chrono* _ZNSt28__atomic_futex_unsigned_base* _ZSt14set_unexpectedPFvvE _ZNSt9nothrow_t*
[r0:8]   _ZNKSt*4whatEv
[r0:8]   _ZNSt9exceptionD* _ZNSt*bad_*D*Ev _ZNSt*_errorD*Ev _ZNSt12out_of_rangeD*Ev _ZNSt16invalid_argumentD*Ev _ZNSt11logic_errorD* _ZNSt13runtime_errorD*
         _ZNSt8ios_base7failure*D*Ev _ZNSt16nested_exceptionD*
[w0:8 r1:s]       _ZNSt6localeC1EPKc _ZNSt6localeC2EPKc
[w0:16 r1:s]      _ZNSt*_errorC*EPKc _ZNSt12out_of_rangeC*EPKc _ZNSt16invalid_argumentC*EPKc
[w0:16 r1:string] _ZNSt*_errorC1ERKNSt7__cxx1112basic_string* _ZNSt*_errorC2ERKNSt7__cxx1112basic_string* _ZNSt12out_of_rangeC*ERKNSt7__cxx1112basic_string*
                  _ZNSt16invalid_argumentC*ERKNSt7__cxx1112basic_string*
[w0:16 r1:16]     _ZNSt*_errorC*ERKS_ _ZNSt*_erroraSERKS_ _ZNSt*_errorC*EOS_ _ZNSt*_erroraSEOS_
[w0:32]           _ZNSt12system_errorC* _ZNSt11regex_errorC* _ZNSt12bad_weak_ptr* _ZNSt8ios_base7failure*C*
[r0:8 x*0-128:4]  _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv _ZNSt15__exception_ptr13exception_ptrD*Ev
[w0:8 r1:8 x*1-128:4] _ZNSt15__exception_ptr13exception_ptrC*ERKS0_ _ZNSt15__exception_ptr13exception_ptraSERKS0_
[w0:8]            _ZNSt15__exception_ptr13exception_ptrC* _ZSt17current_exceptionv
[w0:8 w1:8]       _ZNSt15__exception_ptr13exception_ptr4swapERS0_
[r0:8]            _ZSt17rethrow_exception* _ZNKSt15__exception_ptr13exception_ptr*

# ---- C++: threads
[w0:8 w1:8]       _ZNSt6thread15_M_start_thread*
[r0:8]            _ZNSt6thread4joinEv _ZNSt6thread6detachEv
[r1:16]           _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE
[]                _ZNSt18condition_variable* _ZNSt3_V218condition_variable*

# ---- C++: containers, hashes, numbers
[r0:a1]           _ZSt11_Hash_bytesPKvmm _ZSt15_Fnv_hash_bytesPKvmm
[r0:4 w0+8:8]     _ZNKSt8__detail20_Prime_rehash_policy*
[w0:24 r1:string] _ZNSt13random_device7_M_initERKNSt7__cxx1112basic_string* _ZNSt13random_device16_M_init_pretr1*
[r0:24]           _ZNSt13random_device7_M_finiEv _ZNKSt13random_device13_M_getentropyEv
[w0:e1]           _ZSt8to_charsPcS_*
[r0:e1 w2:4]      _ZSt10from_charsPKcS0_RfSt12chars_format
[r0:e1 w2:8]      _ZSt10from_charsPKcS0_RdSt12chars_format
[r0:e1 w2:16]     _ZSt10from_charsPKcS0_ReSt12chars_format
[]                _ZNSt3pmr19new_delete_resourceEv _ZNSt3pmr20null_memory_resourceEv _ZNSt3pmr20get_default_resourceEv _ZNSt3pmr20set_default_resource*
                  _ZNSt3pmr15memory_resourceD*
[w0:64]           _ZNSt3pmr25monotonic_buffer_resource*

# ---- C++: streams and locales. What is a template is compiled with instrumentation (src/cxx).
[w1:216 r2:8 w0:8]   _ZNSt8ios_base5imbueERKSt6locale  # it returns a std::locale
[w0:216]          _ZNSt8ios_baseC* _ZNSt8ios_base7_M_initEv _ZNSt8ios_base13_M_grow_wordsEib
                  _ZNSt8ios_base17register_callback* _ZNSt8ios_base20_M_dispose_callbacksEv
[r0:216]          _ZNSt8ios_base17_M_call_callbacksENS_5eventE _ZNSt8ios_baseD*
[w0:216 w1:216]   _ZNSt8ios_base7_M_moveERS_ _ZNSt8ios_base7_M_swapERS_
[]                _ZNSt8ios_base4Init* _ZNSt8ios_base15sync_with_stdioEb _ZNSt8ios_base6xallocEv
[w0:16]           _ZNSt12__basic_fileIcEC*
[w0:16 r1:s]      _ZNSt12__basic_fileIcE4openEPKcSt13_Ios_Openmodei
[w0:16]           _ZNSt12__basic_fileIcE8sys_open* _ZNSt12__basic_fileIcE5closeEv _ZNSt12__basic_fileIcED*
[r0:16]           _ZNKSt12__basic_fileIcE7is_openEv _ZNSt12__basic_fileIcE2fdEv _ZNSt12__basic_fileIcE4fileEv _ZNSt12__basic_fileIcE7seekoff*
                  _ZNSt12__basic_fileIcE9showmanycEv _ZNSt12__basic_fileIcE4syncEv
[r0:16 r1:a2]     _ZNSt12__basic_fileIcE6xsputnEPKcl
[r0:16 r1:a2 r3:a4] _ZNSt12__basic_fileIcE8xsputn_2EPKclS2_l
[r0:16 w1:a2]     _ZNSt12__basic_fileIcE6xsgetnEPcl
[]                _ZNKSt5ctypeI* _ZNSt5ctypeI* _ZNSt10__num_base* _ZSt14__convert_to_v* _ZSt17__verify_grouping* _ZNKSt11__timepunctI* _ZNSt11__timepunctI*
                  _ZNSt6locale5_Impl* _ZNSt6locale5facet* _ZNKSt6locale5facet* _ZNKSt6locale2id5_M_idEv _ZNSt6locale7classicEv _ZNKSt7collate*
                  _ZNSt7collate* _ZNKSt7__cxx117collate* _ZNSt7__cxx117collate* _ZNKSt7codecvt* _ZNSt7codecvt* _ZNKSt23__codecvt_abstract_base*
                  _ZNSt7__cxx118numpunct* _ZNKSt7__cxx118numpunct* _ZNSt7__cxx1110moneypunct* _ZNKSt7__cxx1110moneypunct* _ZNSt8messages* _ZNKSt8messages*
                  _ZNSt7__cxx118messages* _ZNKSt7__cxx118messages* _ZNSt8numpunct* _ZNKSt8numpunct* _ZNSt10moneypunct* _ZNKSt10moneypunct*
                  _ZNKSt25__codecvt* _ZNSt25__codecvt* _ZNKSt19__codecvt* _ZNKSt20__codecvt*
[w0:56]           _ZNSt16__time_get_state17_M_finalize_stateEP2tm
[r0:8]            _ZSt9use_facetI* _ZSt9has_facetI* _ZNSt6localeD*
[w0:8]            _ZNSt6localeC1Ev _ZNSt6localeC2Ev
[w0:8 r1:8]       _ZNSt6localeC1ERKS_ _ZNSt6localeC2ERKS_ _ZNSt6localeaSERKS_ _ZNSt6locale6globalERKS_ _ZNKSt6locale4nameB5cxx11Ev
                  _ZNSt6localeC*ERKS_PKci _ZNSt6localeC*ERKS_S1_i
[r0:8 r1:8]       _ZNKSt6localeeqERKS_
# ---- C++: paths and what is done with them; the components of a path are changed together with it
[w0:40 r1:string]            _ZNSt10filesystem16weakly_canonicalERKNS_7__cxx114pathE _ZNSt10filesystem8absoluteERKNS_7__cxx114pathE _ZNSt10filesystem9canonicalERKNS_7__cxx114pathE _ZNSt10filesystem12read_symlinkERKNS_7__cxx114pathE
[w0:40 r1:string w2:16]      _ZNSt10filesystem16weakly_canonicalERKNS_7__cxx114pathERSt10error_code _ZNSt10filesystem8absoluteERKNS_7__cxx114pathERSt10error_code _ZNSt10filesystem9canonicalERKNS_7__cxx114pathERSt10error_code _ZNSt10filesystem12read_symlinkERKNS_7__cxx114pathERSt10error_code
[w0:40 r1:string r2:string]  _ZNSt10filesystem8relativeERKNS_7__cxx114pathES3_ _ZNSt10filesystem9proximateERKNS_7__cxx114pathES3_ _ZNKSt10filesystem7__cxx114path18lexically_relativeERKS1_ _ZNKSt10filesystem7__cxx114path19lexically_proximateERKS1_
[w0:40 r1:string r2:string w3:16] _ZNSt10filesystem8relativeERKNS_7__cxx114pathES3_RSt10error_code _ZNSt10filesystem9proximateERKNS_7__cxx114pathES3_RSt10error_code
[w0:40]                      _ZNSt10filesystem12current_pathB5cxx11Ev _ZNSt10filesystem19temp_directory_pathB5cxx11Ev
[w0:40 w1:16]                _ZNSt10filesystem12current_pathB5cxx11ERSt10error_code _ZNSt10filesystem19temp_directory_pathB5cxx11ERSt10error_code
[w0:24 r1:string]            _ZNSt10filesystem5spaceERKNS_7__cxx114pathE _ZNSt10filesystem5spaceERKNS_7__cxx114pathERSt10error_code
[w0:40 r1:string r1+32:8]    _ZNKSt10filesystem7__cxx114path11parent_pathEv _ZNKSt10filesystem7__cxx114path13relative_pathEv _ZNKSt10filesystem7__cxx114path14root_directoryEv _ZNKSt10filesystem7__cxx114path9root_nameEv _ZNKSt10filesystem7__cxx114path9root_pathEv _ZNKSt10filesystem7__cxx114path16lexically_normalEv
[r0:string r0+32:8]          _ZNKSt10filesystem7__cxx114path*has_* _ZNKSt10filesystem7__cxx114path17_M_find_extensionEv _ZNSt10filesystem7__cxx1110hash_valueERKNS0_4pathE
[r0:string r1:string]        _ZNKSt10filesystem7__cxx114path7compareERKS1_
[r0:string r2:a1]            _ZNKSt10filesystem7__cxx114path7compareESt17basic_string_viewIcSt11char_traitsIcEE
[r0:8]                       _ZNKSt10filesystem7__cxx114path5_List3endEv _ZNKSt10filesystem7__cxx114path5_List5beginEv
[w0:8]                       _ZNSt10filesystem7__cxx114path5_ListC1Ev
[w0:8 r1:8]                  _ZNSt10filesystem7__cxx114path5_ListC1ERKS2_
[]                           _ZNKSt10filesystem7__cxx114path5_List13_Impl_deleterclEPNS2_5_ImplE
[w0:40 r0:string]            _ZNSt10filesystem7__cxx114path14_M_split_cmptsEv _ZNSt10filesystem7__cxx114path15remove_filenameEv
[w0:40 r2:a1]                _ZNSt10filesystem7__cxx114path9_M_append* _ZNSt10filesystem7__cxx114path9_M_concat*
[w0:40 r1:string]            _ZNSt10filesystem7__cxx114path16replace_filenameERKS1_ _ZNSt10filesystem7__cxx114path17replace_extensionERKS1_ _ZNSt10filesystem7__cxx114pathaSERKS1_ _ZNSt10filesystem7__cxx114pathdVERKS1_ _ZNSt10filesystem7__cxx114pathpLERKS1_
[w0:32 r1:e2]                _ZNSt10filesystem7__cxx114path14_S_convert_locEPKcS3_RKSt6locale
[w0:16 r1:string w3?:16]     _ZNSt10filesystem7__cxx1118directory_iteratorC* _ZNSt10filesystem7__cxx1128recursive_directory_iteratorC*
[r0:16 w1:16]                _ZNSt10filesystem7__cxx11*directory_iterator9incrementERSt10error_code _ZNSt10filesystem7__cxx1128recursive_directory_iterator3popERSt10error_code
[w0:16 w1:16]                _ZNSt12__shared_ptrINSt10filesystem7__cxx11*EC*EOS* _ZNSt12__shared_ptrINSt10filesystem7__cxx11*EaSEOS*
                             _ZNSt10filesystem7__cxx1128recursive_directory_iteratoraSEOS1_
[w0:16 r1:16]                _ZNSt10filesystem7__cxx1128recursive_directory_iteratoraSERKS1_
[w0:16]                      _ZNSt12__shared_ptrINSt10filesystem7__cxx11*EC*Ev
[r0:16]                      _ZNSt10filesystem7__cxx11*directory_iterator* _ZNKSt10filesystem7__cxx11*directory_iterator*
[w0:40]                      _ZNSt10filesystem7__cxx1116filesystem_error* _ZNKSt10filesystem7__cxx1116filesystem_error*
[r0:string w1:16]            _ZNSt10filesystem*ERKNS_7__cxx114pathERSt10error_code
[r0:string r1:string]        _ZNSt10filesystem*ERKNS_7__cxx114pathES3_*
[r0:string]                  _ZNSt10filesystem*ERKNS_7__cxx114pathE*

# ---- GoogleTest: its functions lock what they share
[]       libgtest*:_ZN7testing* libgtest*:_ZNK7testing*
)LIST";

using Section = std::vector<Effect>;

struct Index {
  std::vector<Section> sections;
  std::unordered_map<std::string_view, size_t> by_name;
  std::vector<std::pair<std::string_view, size_t>> patterns;
  std::vector<std::pair<std::string, uint64_t>> variables;  // without a name outside, and their places
};

// Variables of libraries that cannot be told by name.
constexpr size_t kMostVariables = 64;
uint64_t variables[kMostVariables];

uint64_t place_of_variable(Index& index, const std::string& name) {
  if (!name.ends_with("()"))
    if (void* known = dlsym(RTLD_DEFAULT, name.c_str())) return reinterpret_cast<uint64_t>(known);
  for (const auto& [known, place] : index.variables)
    if (known == name) return place;
  MOVER_CHECK(index.variables.size() < kMostVariables, "there is room for variables of libraries");
  const auto place = reinterpret_cast<uint64_t>(&variables[index.variables.size()]);
  index.variables.emplace_back(name, place);
  return place;
}

// Reads one effect. Digits are single where arguments are meant.
class Reader {
 public:
  Reader(Index& index, std::string_view text) : index_(index), rest_(text) {}

  Effect effect() {
    Effect made;
    if (rest_ == "catch") {
      made.kind = Effect::Kind::EndOfCatch;
      return made;
    }
    const char kind = take();
    MOVER_CHECK(kind == 'r' || kind == 'w' || kind == 'x', "effects read, write or change atomically");
    made.kind = kind == 'r' ? Effect::Kind::Read : kind == 'w' ? Effect::Kind::Write : Effect::Kind::Atomic;
    if (peek() == '@') {
      take();
      made.where = Effect::Where::Variable;
      std::string name(rest_.substr(0, rest_.find(':')));
      rest_.remove_prefix(name.size());
      made.may_be_null = name.ends_with("?");
      if (made.may_be_null) name.pop_back();
      if (!made.may_be_null || program_names(name)) made.variable = place_of_variable(index_, name);
    } else {
      where(made);
    }
    MOVER_CHECK(take() == ':', "effects have a size");
    size(made);
    MOVER_CHECK(rest_.empty(), "nothing follows the size of an effect");
    return made;
  }

 private:
  char peek() const { return rest_.empty() ? '\0' : rest_.front(); }
  char take() {
    const char c = peek();
    if (c != 0) rest_.remove_prefix(1);
    return c;
  }
  uint64_t number() {
    uint64_t value = 0;
    while (peek() >= '0' && peek() <= '9') value = value * 10 + static_cast<uint64_t>(take() - '0');
    return value;
  }
  int argument() {
    const int which = take() - '0';
    MOVER_CHECK(which >= 0 && which < 6, "arguments are in six registers");
    return which;
  }
  void where(Effect& made) {
    if (peek() == '*') {
      take();
      made.where = Effect::Where::PointedTo;
    }
    made.argument = argument();
    made.may_be_null = peek() == '?';
    if (made.may_be_null) take();
    const char sign = peek();
    if (sign != '+' && sign != '-') return;
    take();
    made.offset = static_cast<int64_t>(number()) * (sign == '-' ? -1 : 1);
  }
  void size(Effect& made) {
    if (rest_ == "string") {
      made.size = Effect::Size::StdString;
      rest_ = "";
    } else if (peek() == 's' || peek() == 'S') {
      made.size = take() == 's' ? Effect::Size::String : Effect::Size::WideString;
      if (peek() != 0) made.like = argument();
    } else if (peek() == 'e') {
      take();
      made.size = Effect::Size::UpTo;
      made.like = argument();
    } else {
      made.size = Effect::Size::Product;
      for (int factors = 0;;) {
        if (peek() == 'a') {
          take();
          made.factors[factors++] = argument();
        } else {
          made.bytes *= number();
        }
        if (peek() != '*') break;
        take();
      }
    }
  }

  Index& index_;
  std::string_view rest_;
};

bool is_space(char c) { return c == ' ' || c == '\n'; }

std::string_view next_word(std::string_view& rest) {
  while (!rest.empty() && is_space(rest.front())) rest.remove_prefix(1);
  if (!rest.empty() && rest.front() == '#') {
    rest.remove_prefix(std::min(rest.find('\n'), rest.size()));
    return next_word(rest);
  }
  size_t length = 0;
  if (!rest.empty() && rest.front() == '[')
    length = rest.find(']') + 1;
  else
    while (length < rest.size() && !is_space(rest[length])) ++length;
  const std::string_view word = rest.substr(0, length);
  rest.remove_prefix(length);
  return word;
}

Section section_of(Index& index, std::string_view effects) {
  Section section;
  for (std::string_view rest = effects; !rest.empty();)
    if (const std::string_view word = next_word(rest); !word.empty()) section.push_back(Reader(index, word).effect());
  return section;
}

const Index& the_index() {
  static const Index* index = [] {
    auto* made = new Index;
    std::string_view rest = kList;
    for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
      if (word.front() == '[')
        made->sections.push_back(section_of(*made, word.substr(1, word.size() - 2)));
      else if (word.find('*') != std::string_view::npos)
        made->patterns.emplace_back(word, made->sections.size() - 1);
      else
        made->by_name.emplace(word, made->sections.size() - 1);
    }
    return made;
  }();
  return *index;
}

bool fits(std::string_view pattern, std::string_view text) {
  const size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (text.substr(0, star) != pattern.substr(0, star)) return false;
  const std::string_view rest = pattern.substr(star + 1);
  if (rest.empty()) return true;
  for (size_t i = star; i <= text.size(); ++i)
    if (fits(rest, text.substr(i))) return true;
  return false;
}

uint64_t length(const char* text) {
  uint64_t n = 0;
  while (text[n] != 0) ++n;
  return n + 1;
}
uint64_t length(const wchar_t* text) {
  uint64_t n = 0;
  while (text[n] != 0) ++n;
  return (n + 1) * sizeof *text;
}

struct StandardString {  // of libstdc++
  uint64_t characters, length;
};

void access(uint64_t address, uint64_t size, Effect::Kind kind, const void* pc) {
  plain_access(reinterpret_cast<void*>(address), size, kind != Effect::Kind::Read, pc);
}

// A counter that the library changes atomically: a step of its own, acquiring and releasing.
void change_atomically(uint64_t address, uint64_t size, const void* pc) {
  if (world.alone()) return;
  atomic_access(reinterpret_cast<void*>(address), size, true, pc);
  world.access(address, size, true, true, true, location(pc), ir::Order::AcqRel);
  world.order_atomic(world.current(), address, size, true, true, ir::Order::AcqRel);
}

// A handler ends. If it was the last one of an exception that others have pointers to (std::exception_ptr), its counter of
// owners changes; the last owner destroys it. The layouts are those of the C++ ABI as GCC has it.
struct UnwindHeader {
  uint64_t exception_class, rest[3];
};
struct alignas(16) CxxException {
  void* type_or_primary;
  void *destructor, *unexpected, *terminate;
  CxxException* next;
  int handlers, switch_value;
  void *action, *data, *catch_temporary, *adjusted;
  UnwindHeader unwind;
};
struct CaughtExceptions {
  CxxException* first;
  unsigned uncaught;
};
constexpr uint64_t kCounterBeforeObject = 128, kPrimary = 0x474e5543432b2b00, kDependent = kPrimary + 1;

void end_catch(const void* pc) {
  static auto globals = reinterpret_cast<CaughtExceptions* (*)()>(dlsym(RTLD_DEFAULT, "__cxa_get_globals"));
  const CxxException* caught = globals == nullptr ? nullptr : globals()->first;
  if (caught == nullptr || (caught->handlers != 1 && caught->handlers != -1)) return;
  uint64_t object = 0;
  if (caught->unwind.exception_class == kPrimary) object = reinterpret_cast<uint64_t>(caught + 1);
  if (caught->unwind.exception_class == kDependent) object = reinterpret_cast<uint64_t>(caught->type_or_primary);
  if (object == 0) return;
  const uint64_t counter = object - kCounterBeforeObject;
  // An exception without a pointer to it (std::exception_ptr) has one owner.
  const bool is_shared = world.find(counter | SyncObject::kAtomic) != nullptr || *reinterpret_cast<const int*>(counter) > 1;
  if (is_shared) change_atomically(counter, 4, pc);
}

void perform(const Effect& effect, const Arguments& arguments, const void* pc) {
  if (effect.kind == Effect::Kind::EndOfCatch) return end_catch(pc);
  if (effect.where == Effect::Where::Variable) {
    if (effect.variable != 0 || !effect.may_be_null) access(effect.variable, effect.bytes, effect.kind, pc);
    return;
  }
  uint64_t address = arguments.at[effect.argument];
  if (effect.where == Effect::Where::PointedTo) {
    if (address == 0) return;
    address = *reinterpret_cast<const uint64_t*>(address);
    if (address == 0) return;
  }
  if (address == 0 && effect.may_be_null) return;
  address += static_cast<uint64_t>(effect.offset);
  uint64_t size = effect.bytes;
  switch (effect.size) {
    case Effect::Size::Product:
      for (const int factor : effect.factors)
        if (factor >= 0) size *= arguments.at[factor];
      break;
    case Effect::Size::String:
    case Effect::Size::WideString: {
      const uint64_t text = effect.like < 0 ? address : arguments.at[effect.like];
      if (text == 0) return access(text, 1, effect.kind, pc);
      size = effect.size == Effect::Size::String ? length(reinterpret_cast<const char*>(text))
                                                 : length(reinterpret_cast<const wchar_t*>(text));
      break;
    }
    case Effect::Size::UpTo:
      size = arguments.at[effect.like] - address;
      break;
    case Effect::Size::StdString: {
      access(address, sizeof(StandardString), effect.kind, pc);
      const auto text = *reinterpret_cast<const StandardString*>(address);
      return access(text.characters, text.length, effect.kind, pc);
    }
  }
  if (effect.kind == Effect::Kind::Atomic) return change_atomically(address, size, pc);
  access(address, size, effect.kind, pc);
}

}  // namespace

namespace {

bool is_of_standard_library(std::string_view name) {
  for (const char* start : {"_ZNSt", "_ZNKSt", "_ZSt"})
    if (name.starts_with(start)) return true;
  return false;
}

}  // namespace

Footprint footprint_of(std::string_view name, std::string_view library) {
  const Index& index = the_index();
  const bool is_any = library != "linked" || is_of_standard_library(name);
  if (const auto found = index.by_name.find(name); is_any && found != index.by_name.end())
    return {true, index.sections[found->second]};
  const std::string full = std::string(library) + ":" + std::string(name);
  for (const auto& [pattern, section] : index.patterns)
    if (pattern.find(':') == std::string_view::npos ? is_any && fits(pattern, name) : fits(pattern, full))
      return {true, index.sections[section]};
  return {};
}

void perform(const std::vector<Effect>& effects, const Arguments& arguments, const void* pc) {
  for (const Effect& effect : effects) perform(effect, arguments, pc);
}

std::string library_variable(uint64_t address) {
  for (const auto& [name, place] : the_index().variables)
    if (address - place < sizeof variables[0]) return "what the C library keeps for " + name;
  return "";
}

}  // namespace mover::runtime
