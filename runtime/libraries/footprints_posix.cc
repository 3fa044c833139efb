// Footprints of <stdio.h> and the system: files, processes, signals, threads, networks, users.
// libraries/footprint_list.h describes the notation.
#include "libraries/footprint_list.h"

namespace mover::runtime {

const std::string_view kFootprintsOfPosix = R"LIST(
# ---- stdio.h: these functions lock the stream, except for those named _unlocked
[]            fclose fflush fileno feof ferror clearerr fputc putc putchar ungetc fseek fseeko fseeko64 ftell ftello
              ftello64 rewind setlinebuf fwide pclose fcloseall _IO_putc
              putwchar putw __fsetlocking __flbf __freadable __fwritable __fbufsize _flushlbf fpurge __fpurge __fpending __freading __fwriting
[in x@stdin():8] getchar getwchar
[in0]         getw _IO_getc __underflow
[w0:8 in0]    getc_unlocked fgetc_unlocked __uflow fgetwc_unlocked getwc_unlocked
[w0:8]        fflush_unlocked feof_unlocked ferror_unlocked clearerr_unlocked fileno_unlocked
[w1:8]        putc_unlocked fputc_unlocked __overflow
[w@getchar_unlocked():8 in] getchar_unlocked getwchar_unlocked
[w@putchar_unlocked():8] putchar_unlocked putwchar_unlocked
[w1:8]        fputwc_unlocked putwc_unlocked __woverflow
[r0:S w1:8]   fputws_unlocked
[w0:a1*4 w2:8 in2] fgetws_unlocked
[r0:s w1:8]   fputs_unlocked
[r0:a1*a2 w3:8] fwrite_unlocked
[w0:a1*a2 w3:8 in3] fread_unlocked
[w0:a1 w2:8 in2] fgets_unlocked
[w1:16]       fgetpos fgetpos64
[r1:16]       fsetpos fsetpos64
[r0?:s]       perror
[w0:1 in]     gets __gets_chk
[r0:s]        remove rmdir unlink
[r0:s r1:s]   rename link symlink
[r1:s]        unlinkat mkdirat mkfifoat mknodat fchmodat fchownat faccessat openat openat64
[r1:s r3:s]   renameat renameat2 linkat
[]            __libc_freeres

# ---- unistd.h, sys/*.h, fcntl.h
[r0:s]        access euidaccess eaccess chmod chown lchown chdir chroot mkdir mkfifo mknod truncate truncate64 pathconf shm_unlink sem_unlink mq_unlink
[asks]        isatty fpathconf getuid geteuid getgid getegid getpgrp getpgid __getpgid getsid sched_getcpu sched_get_priority_max sched_get_priority_min
              sched_getscheduler getpriority gethostid tcgetpgrp tcgetsid group_member
[asks w0?:4 w1?:4] getcpu
[alters]      setsid setpgid nice setuid setgid seteuid setegid setreuid setregid setresuid setresgid setfsuid setfsgid setpriority ulimit sethostid
              mlockall munlockall
[x@setlogmask():8] setlogmask
[]            fchdir fchmod fchown umask sync syncfs lockf lockf64 flock posix_fadvise posix_fadvise64 posix_fallocate posix_fallocate64 fallocate fallocate64 ftruncate64
              readahead madvise posix_madvise mlock munlock mlock2
              alphasort versionsort dirfd closelog
[w1?:a2]      confstr
[w0:a1 asks]  gethostname getdomainname getlogin_r __gethostname_chk __getdomainname_chk __getlogin_r_chk
[r0:a1 alters] sethostname setdomainname
[r1:a0*4 alters] setgroups
[r0:s alters] initgroups
[w1:a2]       ttyname_r ptsname_r
[w1:a0*4 asks] getgroups __getgroups_chk
[w0:4 w1:4 w2:4 asks] getresuid getresgid
[w2:a1 asks]  sched_getaffinity
[w1:16]       sched_rr_get_interval
[r2:a1 alters] sched_setaffinity
[r1:a0]       __sched_cpucount
[]            __sched_cpualloc __sched_cpufree
[w1:4 asks]   sched_getparam
[r2:4 alters] sched_setscheduler
[r1:4 alters] sched_setparam
[r1:s w2:144] fstatat fstatat64
[r0:s w1:120] statfs statfs64
[w1:120]      fstatfs fstatfs64
[r0:s w1:112] statvfs statvfs64
[w1:112]      fstatvfs fstatvfs64
[w0:112 asks] sysinfo
[w1:a2]       pread64 __pread_chk __pread64_chk getdents64
[r1:a2]       pwrite64
[]            tcdrain tcflow tcflush tcsendbreak tcsetpgrp posix_openpt grantpt unlockpt getpt
[r0:60]       cfgetispeed cfgetospeed
[w0:60]       cfmakeraw cfsetispeed cfsetospeed cfsetspeed
[w@ptsname():8] ptsname
[w1:60]       tcgetattr
[r2:60]       tcsetattr
[w0?:4]       wait __wait
[w1?:4]       waitpid __waitpid
[w0?:4 w2?:144] wait3
[w1?:4 w3?:144] wait4
[w2?:128]     waitid
[r0?:s]       openlog
[w1:32]       getitimer
[r0?:16 w1?:16] adjtime
[w0:72]       globfree
[r0:s r1:s]   fnmatch

# ---- signal.h, setjmp.h
[w@psignal():8 r1?:s] psignal
[w0:8]        __sigaddset __sigdelset
[r0:8]        __sigismember
[w0:8]        sigemptyset sigfillset
[w0:8]        sigaddset sigdelset
[r0:128]      sigismember sigisemptyset
[w0:128 r1:128 r2:128] sigandset sigorset
[w0:8]        sigpending
[w0:68]       _setjmp setjmp __sigsetjmp  # without the signals, which only sigsetjmp(…, 1) writes

# ---- spawn.h: only the attributes; starting a process is intercepted
[w0:80]       posix_spawn_file_actions_init posix_spawn_file_actions_destroy posix_spawn_file_actions_adddup2 posix_spawn_file_actions_addclose
              posix_spawn_file_actions_addclosefrom_np posix_spawn_file_actions_addfchdir_np
[w0:80 r2:s]  posix_spawn_file_actions_addopen
[w0:80 r1:s]  posix_spawn_file_actions_addchdir_np
[w0:336]      posix_spawnattr_init posix_spawnattr_destroy posix_spawnattr_setflags posix_spawnattr_setpgroup posix_spawnattr_setschedpolicy
[w0:336 r1:4] posix_spawnattr_setschedparam
[w0:336 r1:128] posix_spawnattr_setsigdefault posix_spawnattr_setsigmask
[r0:336 w1:2] posix_spawnattr_getflags
[r0:336 w1:4] posix_spawnattr_getpgroup posix_spawnattr_getschedpolicy posix_spawnattr_getschedparam
[r0:336 w1:128] posix_spawnattr_getsigdefault posix_spawnattr_getsigmask

# ---- pthread.h: functions that synchronise are intercepted
[]            pthread_self pthread_equal thrd_current thrd_equal pthread_atfork pthread_yield pthread_testcancel
              __pthread_register_cancel_defer __pthread_unregister_cancel_restore __pthread_get_minstack pthread_setschedprio
[x@pthread_setconcurrency():8] pthread_setconcurrency
[o@pthread_setconcurrency():8] pthread_getconcurrency
[w1?:4]       pthread_setcancelstate pthread_setcanceltype
[w0:56]       pthread_attr_init pthread_attr_destroy pthread_attr_setdetachstate pthread_attr_setguardsize pthread_attr_setstacksize pthread_attr_setinheritsched
              pthread_attr_setschedpolicy pthread_attr_setscope pthread_attr_setstackaddr pthread_attr_setstack
[w0:56 r1:4]  pthread_attr_setschedparam
[w0:56 r2:a1] pthread_attr_setaffinity_np
[w0:56 r1?:128] pthread_attr_setsigmask_np
[r0:56 w1:4]  pthread_attr_getdetachstate pthread_attr_getinheritsched pthread_attr_getschedpolicy pthread_attr_getscope pthread_attr_getschedparam
[r0:56 w1:8]  pthread_attr_getguardsize pthread_attr_getstacksize pthread_attr_getstackaddr
[r0:56 w1:8 w2:8] pthread_attr_getstack
[r0:56 w2:a1] pthread_attr_getaffinity_np
[r0:56 w1:128] pthread_attr_getsigmask_np
[w1:56]       pthread_getattr_np
[w0:56]       pthread_getattr_default_np
[r0:56]       pthread_setattr_default_np
[w1:4]        pthread_getcpuclockid clock_getcpuclockid
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

# ---- networks, users: functions without _r return results in static buffers
[r0:s]        inet_addr inet_network if_nametoindex
[r0:s w1:4]   inet_aton
[]            inet_ntoa inet_makeaddr inet_lnaof inet_netof
[w1:16 asks]  if_indextoname
[asks]        if_nameindex
[]            if_freenameindex freeifaddrs
[w0:8 asks]   getifaddrs
[r0:s w1:6]   ether_aton_r
[r0:6 w1:18]  ether_ntoa_r
[w@ether_aton():8 r0:s] ether_aton
[w@ether_ntoa():8 r0:6] ether_ntoa
[r0?:s r1?:s r2?:48 w3:8 asks] getaddrinfo
[]            freeaddrinfo
[r0:a1 w2?:a3 w4?:a5] getnameinfo
[w@gethostbyname():8 r0:s asks] gethostbyname gethostbyname2
[w@gethostbyname():8 r0:a1 asks] gethostbyaddr
[w@getservbyname():8 r0:s r1?:s] getservbyname
[w@getservbyname():8 r1?:s] getservbyport
[w@getservbyname():8] getservent setservent endservent
[w@getprotobyname():8 r0:s] getprotobyname
[w@getprotobyname():8] getprotobynumber getprotoent setprotoent endprotoent
[w@gethostbyname():8 asks] gethostent sethostent endhostent
[r0:s w1:32 w2:a3 w4:8 w5:4] gethostbyname_r
[w@getspnam():8 r0:s] getspnam
[w@getspnam():8] getspent setspent endspent
[w@getmntent():8] setmntent getmntent endmntent
[w@getutent():8] getutent setutent endutent getutxent setutxent endutxent utmpname utmpxname
[w@getusershell():8] getusershell setusershell endusershell
[w@getpwnam():8 r0:s asks] getpwnam
[w@getpwnam():8 asks] getpwuid getpwent setpwent endpwent
[w@getgrnam():8 r0:s asks] getgrnam
[w@getgrnam():8 asks] getgrgid getgrent setgrent endgrent
[r0:s w1:48 w2:a3 w4:8] getpwnam_r
[w1:48 w2:a3 w4:8] getpwuid_r
[r0:s w1:32 w2:a3 w4:8] getgrnam_r
[w1:32 w2:a3 w4:8] getgrgid_r
[w@getlogin():8 asks] getlogin ttyname ctermid cuserid
)LIST";

}  // namespace mover::runtime
