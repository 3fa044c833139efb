// <unistd.h>, <sys/*.h>, <signal.h>, <pthread.h>, networks, users.
#include "footprints.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <grp.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/ether.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/poll.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <termios.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>
#include <utmpx.h>
#include <wordexp.h>
#include <ftw.h>

// Paths. All of them are read, and there is no such file.
#define PATH(name, ...) CASE(#name) { char* p = text(0, "no/file"); CALL(name(p __VA_ARGS__)); }
#define PATHS(name) CASE(#name) { may_read(1, 9, "the first one fails"); char *p = text(0, "no/file"), *q = text(1, "no/other"); CALL(name(p, q)); }
#define PATH_AT(name, ...) CASE(#name) { char* p = text(0, "no/file"); CALL(name(AT_FDCWD, p __VA_ARGS__)); }
PATH(access, , 0) PATH(euidaccess, , 0) PATH(eaccess, , 0) PATH(chmod, , 0600) PATH(chown, , 1, 1) PATH(chdir) PATH(mkdir, , 0700) PATH(rmdir) PATH(unlink)
PATH(truncate, , 5) PATH(truncate64, , 5) PATH(open, , O_RDONLY) PATH(creat, , 0600)
PATHS(link) PATHS(symlink)
PATH_AT(unlinkat, , 0) PATH_AT(mkdirat, , 0700) PATH_AT(fchmodat, , 0600, 0) PATH_AT(faccessat, , 0, 0) PATH_AT(openat, , O_RDONLY)
CASE("renameat") { may_read(1, 9, "the first one fails"); char *p = text(0, "no/file"), *q = text(1, "no/other"); CALL(renameat(AT_FDCWD, p, AT_FDCWD, q)); }
CASE("linkat") { may_read(1, 9, "the first one fails"); char *p = text(0, "no/file"), *q = text(1, "no/other"); CALL(linkat(AT_FDCWD, p, AT_FDCWD, q, 0)); }
CASE("symlinkat") { char *p = text(0, "no/file"), *q = text(1, "no/other"); CALL(symlinkat(p, AT_FDCWD, q)); }
CASE("readlink") { char *p = text(0, "symbolic"), *b = region(1, 40); may_write(1, 40, "told the size"); CALL(readlink(p, b, 40)); }
CASE("readlinkat") { char *p = text(0, "symbolic"), *b = region(1, 40); may_write(1, 40, "told the size"); CALL(readlinkat(AT_FDCWD, p, b, 40)); }
CASE("getcwd") { char* b = region(0, 400); may_write(0, 400, "told the size"); opaque(0); CALL(getcwd(b, 400)); }
CASE("stat") { char* p = text(0, "file"); struct stat* s = region(1, sizeof *s); opaque(1); CALL(stat(p, s)); }
CASE("lstat") { char* p = text(0, "file"); struct stat* s = region(1, sizeof *s); opaque(1); CALL(lstat(p, s)); }
CASE("fstat") { int f = open("file", 0); struct stat* s = region(1, sizeof *s); opaque(1); CALL(fstat(f, s)); close(f); }
CASE("fstatat") { char* p = text(0, "file"); struct stat* s = region(1, sizeof *s); opaque(1); CALL(fstatat(AT_FDCWD, p, s, 0)); }
CASE("fstatat64") { char* p = text(0, "file"); struct stat64* s = region(1, sizeof *s); opaque(1); CALL(fstatat64(AT_FDCWD, p, s, 0)); }
CASE("statx") { char* p = text(0, "file"); struct statx* s = region(1, sizeof *s); opaque(1); CALL(statx(AT_FDCWD, p, 0, STATX_BASIC_STATS, s)); }
CASE("statfs") { char* p = text(0, "/"); struct statfs* s = region(1, sizeof *s); opaque(1); CALL(statfs(p, s)); }
CASE("fstatfs") { int f = open("file", 0); struct statfs* s = region(1, sizeof *s); opaque(1); CALL(fstatfs(1, s)); close(f); }
CASE("statvfs") { char* p = text(0, "/"); struct statvfs* s = region(1, sizeof *s); opaque(1); CALL(statvfs(p, s)); }
CASE("fstatvfs") { struct statvfs* s = region(1, sizeof *s); opaque(1); CALL(fstatvfs(1, s)); }
CASE("utime") { char* p = text(0, "no/file"); struct utimbuf* t = zeros(1, 16); CALL(utime(p, t)); }
CASE("utimes") { char* p = text(0, "no/file"); struct timeval* t = zeros(1, 32); CALL(utimes(p, t)); }
CASE("lutimes") { char* p = text(0, "no/file"); struct timeval* t = zeros(1, 32); CALL(lutimes(p, t)); }
CASE("utimensat") { char* p = text(0, "no/file"); struct timespec* t = zeros(1, 32); CALL(utimensat(AT_FDCWD, p, t, 0)); }
CASE("futimens") { int f = open("file", 0); struct timespec* t = zeros(1, 32); CALL(futimens(f, t)); close(f); }
CASE("futimes") { int f = open("file", 0); struct timeval* t = zeros(1, 32); CALL(futimes(f, t)); close(f); }
CASE("glob") { char* p = text(0, "fi*"); glob_t* g = zeros(1, sizeof *g); opaque(1); may_write(1, sizeof *g, "it is one object"); CALL(glob(p, 0, 0, g)); }
CASE("globfree") { glob_t* g = zeros(1, sizeof *g); glob("fi*", 0, 0, g); opaque(1); may_write(1, sizeof *g, "it is one object"); CALLV(globfree(g)); }
CASE("scandir") { char* p = text(0, "folder"); struct dirent*** l = region(1, 8); opaque(1); CALL(scandir(p, l, 0, alphasort)); }
CASE("opendir") { char* p = text(0, "folder"); CALL((opendir(p) != 0)); }

// Descriptors.
CASE("read") { int f = open("file", 0); char* b = region(0, 20); CALL(read(f, b, 20)); close(f); }
CASE("read/short") { int f = open("file", 0); char* b = region(0, 100); may_write(0, 100, "told the size"); CALL(read(f, b, 100)); close(f); }
CASE("pread") { int f = open("file", 0); char* b = region(0, 20); CALL(pread(f, b, 20, 1)); close(f); }
CASE("pread64") { int f = open("file", 0); char* b = region(0, 20); CALL(pread64(f, b, 20, 1)); close(f); }
CASE("write") { int p[2]; if (pipe(p)) return; char* b = region(0, 20); CALL(write(p[1], b, 20)); close(p[0]), close(p[1]); }
CASE("pwrite") { int f = open("made", O_RDWR | O_CREAT, 0600); char* b = region(0, 20); CALL(pwrite(f, b, 20, 1)); close(f), unlink("made"); }
CASE("pwrite64") { int f = open("made", O_RDWR | O_CREAT, 0600); char* b = region(0, 20); CALL(pwrite64(f, b, 20, 1)); close(f), unlink("made"); }
CASE("readv") { int f = open("file", 0); char *b = region(0, 8), *c = region(1, 8); struct iovec both[2] = {{b, 8}, {c, 8}}, *v = COPY(2, both); CALL(readv(f, v, 2)); close(f); }
CASE("writev") { int p[2]; if (pipe(p)) return; char *b = region(0, 8), *c = region(1, 8); struct iovec both[2] = {{b, 8}, {c, 8}}, *v = COPY(2, both); CALL(writev(p[1], v, 2)); close(p[0]), close(p[1]); }
CASE("pipe") { int* p = region(0, 8); opaque(0); CALL(pipe(p)); close(p[0]), close(p[1]); }
CASE("pipe2") { int* p = region(0, 8); opaque(0); CALL(pipe2(p, O_CLOEXEC)); close(p[0]), close(p[1]); }
CASE("ioctl/FIONREAD") { int p[2]; if (pipe(p)) return; if (write(p[1], "abc", 3) < 0) return; int* n = region(0, 4); CALL(ioctl(p[0], FIONREAD, n)); close(p[0]), close(p[1]); }
CASE("poll") { int p[2]; if (pipe(p)) return; struct pollfd one = {p[1], POLLOUT, 0}, *f = COPY(0, one); opaque(0); may_write(0, 8, "an entry is one object"); CALL(poll(f, 1, 0)); close(p[0]), close(p[1]); }
CASE("select") { int p[2]; if (pipe(p)) return; fd_set* w = zeros(0, sizeof *w); FD_SET(p[1], w); struct timeval* t = zeros(1, 16); opaque(0); may_write(0, sizeof *w, "a set is one object"); may_write(1, 16, "some systems tell how much is left"); CALL(select(p[1] + 1, 0, w, 0, t)); close(p[0]), close(p[1]); }
CASE("pselect") { int p[2]; if (pipe(p)) return; fd_set* w = zeros(0, sizeof *w); FD_SET(p[1], w); struct timespec* t = zeros(1, 16); opaque(0); may_write(0, sizeof *w, "a set is one object"); CALL(pselect(p[1] + 1, 0, w, 0, t, 0)); close(p[0]), close(p[1]); }
CASE("socketpair") { int* p = region(0, 8); opaque(0); CALL(socketpair(AF_UNIX, SOCK_STREAM, 0, p)); close(p[0]), close(p[1]); }
CASE("getrandom") { char* b = region(0, 20); opaque(0); CALL(getrandom(b, 20, 0)); }

// The system and the process.
CASE("gethostname") { char* b = region(0, 80); may_write(0, 80, "told the size"); CALL(gethostname(b, 80)); }
CASE("getdomainname") { char* b = region(0, 80); may_write(0, 80, "told the size"); CALL(getdomainname(b, 80)); }
CASE("uname") { struct utsname* u = region(0, sizeof *u); CALL(uname(u)); }
CASE("sysinfo") { struct sysinfo* s = region(0, sizeof *s); opaque(0); CALL(sysinfo(s)); }
CASE("getrlimit") { struct rlimit* r = region(0, 16); CALL(getrlimit(RLIMIT_NOFILE, r)); }
CASE("getrlimit64") { struct rlimit64* r = region(0, 16); CALL(getrlimit64(RLIMIT_NOFILE, r)); }
CASE("setrlimit") { struct rlimit* r = region(0, 16); getrlimit(RLIMIT_CORE, r); CALL(setrlimit(RLIMIT_CORE, r)); }
CASE("prlimit") { struct rlimit *r = region(0, 16), *o = region(1, 16); getrlimit(RLIMIT_CORE, r); CALL(prlimit(0, RLIMIT_CORE, r, o)); }
CASE("getrusage") { struct rusage* r = region(0, sizeof *r); opaque(0); CALL(getrusage(RUSAGE_SELF, r)); }
CASE("getresuid") { uid_t *r = region(0, 4), *e = region(1, 4), *s = region(2, 4); CALL(getresuid(r, e, s)); }
CASE("getresgid") { gid_t *r = region(0, 4), *e = region(1, 4), *s = region(2, 4); CALL(getresgid(r, e, s)); }
CASE("getgroups") { gid_t* g = region(0, 400); may_write(0, 400, "told the size"); opaque(0); CALL(getgroups(100, g)); }
CASE("sched_getaffinity") { cpu_set_t* s = region(0, sizeof *s); may_write(0, sizeof *s, "told the size"); CALL(sched_getaffinity(0, sizeof *s, s)); }
CASE("sched_setaffinity") { cpu_set_t* s = zeros(0, sizeof *s); sched_getaffinity(0, sizeof *s, s); may_read(0, sizeof *s, "told the size"); CALL(sched_setaffinity(0, sizeof *s, s)); }
CASE("__sched_cpucount") { cpu_set_t* s = zeros(0, sizeof *s); CALL(__sched_cpucount(sizeof *s, s)); }
CASE("sched_getparam") { struct sched_param* s = region(0, sizeof *s); CALL(sched_getparam(0, s)); }
CASE("sched_setparam") { struct sched_param* s = zeros(0, sizeof *s); CALL(sched_setparam(0, s)); }
CASE("sched_setscheduler") { struct sched_param* s = zeros(0, sizeof *s); CALL(sched_setscheduler(0, SCHED_OTHER, s)); }
CASE("sched_rr_get_interval") { struct timespec* t = region(0, 16); CALL(sched_rr_get_interval(0, t)); }
CASE("getcpu") { unsigned *c = region(0, 4), *n = region(1, 4); opaque(0); CALL(getcpu(c, n)); }
CASE("confstr") { char* b = region(0, 60); may_write(0, 60, "told the size"); CALL(confstr(_CS_PATH, b, 60)); }
CASE("cfgetispeed") { struct termios* t = zeros(0, sizeof *t); may_read(0, sizeof *t, "it is one object"); CALL(cfgetispeed(t)); }
CASE("cfgetospeed") { struct termios* t = zeros(0, sizeof *t); may_read(0, sizeof *t, "it is one object"); CALL(cfgetospeed(t)); }
CASE("cfmakeraw") { struct termios* t = zeros(0, sizeof *t); may_write(0, sizeof *t, "it is one object"); CALLV(cfmakeraw(t)); }
CASE("cfsetispeed") { struct termios* t = zeros(0, sizeof *t); may_write(0, sizeof *t, "it is one object"); CALL(cfsetispeed(t, B9600)); }
CASE("cfsetospeed") { struct termios* t = zeros(0, sizeof *t); may_write(0, sizeof *t, "it is one object"); CALL(cfsetospeed(t, B9600)); }
CASE("cfsetspeed") { struct termios* t = zeros(0, sizeof *t); may_write(0, sizeof *t, "it is one object"); CALL(cfsetspeed(t, B9600)); }

#include <sys/prctl.h>
CASE("prctl") { char* n = text(0, "name"); CALL(prctl(PR_SET_NAME, n)); }
CASE("prctl/get") { char* n = region(0, 16); opaque(0); CALL(prctl(PR_GET_NAME, n)); }
CASE("statfs64") { char* p = text(0, "/"); struct statfs64* s = region(1, sizeof *s); opaque(1); CALL(statfs64(p, s)); }
CASE("fstatfs64") { struct statfs64* s = region(1, sizeof *s); opaque(1); CALL(fstatfs64(1, s)); }
CASE("statvfs64") { char* p = text(0, "/"); struct statvfs64* s = region(1, sizeof *s); opaque(1); CALL(statvfs64(p, s)); }
CASE("fstatvfs64") { struct statvfs64* s = region(1, sizeof *s); opaque(1); CALL(fstatvfs64(1, s)); }
CASE("prlimit64") { struct rlimit64* o = region(1, 16); CALL(prlimit64(0, RLIMIT_CORE, 0, o)); }
CASE("setrlimit64") { struct rlimit64* r = region(0, 16); getrlimit64(RLIMIT_CORE, r); CALL(setrlimit64(RLIMIT_CORE, r)); }
CASE("openat64") { char* p = text(0, "no/file"); CALL(openat64(AT_FDCWD, p, 0)); }
CASE("waitpid") { int* s = region(0, 4); may_write(0, 4, "there is no child"); CALL(waitpid(-1, s, 0)); }
CASE("wait") { int* s = region(0, 4); may_write(0, 4, "there is no child"); CALL(wait(s)); }
CASE("if_indextoname") { char* b = region(0, 16); may_write(0, 16, "told to have 16"); opaque_result(), opaque(0); CALL(if_indextoname(1, b)); }
CASE("inet_ntoa") { struct in_addr i = {0}; CALL(inet_ntoa(i)); }
int __gethostname_chk(char*, size_t, size_t);
CASE("__gethostname_chk") { char* b = region(0, 80); may_write(0, 80, "told the size"); CALL(__gethostname_chk(b, 80, 80)); }
int __getgroups_chk(int, gid_t*, size_t);
CASE("__getgroups_chk") { gid_t* g = region(0, 400); may_write(0, 400, "told the size"); opaque(0); CALL(__getgroups_chk(100, g, 400)); }

// Signals.
CASE("sigemptyset") { sigset_t* s = region(0, sizeof *s); CALL(sigemptyset(s)); }
CASE("sigfillset") { sigset_t* s = region(0, sizeof *s); CALL(sigfillset(s)); }
CASE("sigaddset") { sigset_t* s = zeros(0, sizeof *s); CALL(sigaddset(s, 3)); }
CASE("sigdelset") { sigset_t* s = zeros(0, sizeof *s); sigfillset(s); CALL(sigdelset(s, 3)); }
CASE("sigismember") { sigset_t* s = zeros(0, sizeof *s); may_read(0, sizeof *s, "a set is one object"); CALL(sigismember(s, 3)); }
CASE("sigisemptyset") { sigset_t* s = zeros(0, sizeof *s); may_read(0, sizeof *s, "a set is one object"); CALL(sigisemptyset(s)); }
CASE("sigandset") { sigset_t *s = region(0, sizeof *s), *a = zeros(1, sizeof *a), *b = zeros(2, sizeof *b); may_read(1, sizeof *s, "a set is one object"), may_read(2, sizeof *s, "a set is one object"), may_write(0, sizeof *s, "a set is one object"); CALL(sigandset(s, a, b)); }
CASE("sigorset") { sigset_t *s = region(0, sizeof *s), *a = zeros(1, sizeof *a), *b = zeros(2, sizeof *b); may_read(1, sizeof *s, "a set is one object"), may_read(2, sizeof *s, "a set is one object"), may_write(0, sizeof *s, "a set is one object"); CALL(sigorset(s, a, b)); }
CASE("sigpending") { sigset_t* s = zeros(0, sizeof *s); may_write(0, sizeof *s, "a set is one object"); CALL(sigpending(s)); }
CASE("sigprocmask") { sigset_t *s = zeros(0, sizeof *s), *o = region(1, sizeof *o); may_read(0, sizeof *s, "a set is one object"), may_write(1, sizeof *s, "a set is one object"); opaque(1); CALL(sigprocmask(SIG_BLOCK, s, o)); }
CASE("pthread_sigmask") { sigset_t *s = zeros(0, sizeof *s), *o = region(1, sizeof *o); may_read(0, sizeof *s, "a set is one object"), may_write(1, sizeof *s, "a set is one object"); opaque(1); returns_error(); CALL(pthread_sigmask(SIG_BLOCK, s, o)); }
CASE("sigaction") { may_read(0, sizeof(struct sigaction), "it is one object"); struct sigaction *a = zeros(0, sizeof *a), *o = region(1, sizeof *o); opaque(1); may_write(1, sizeof *o, "it is one object"); CALL(sigaction(SIGUSR1, a, o)); }
CASE("sigaltstack") { stack_t* o = region(0, sizeof *o); opaque(0); CALL(sigaltstack(0, o)); }
CASE("psignal") { char* a = text(0, "abc"); CALLV(psignal(3, a)); }

// Threads.
CASE("sem_getvalue") { sem_t s; sem_init(&s, 0, 3); int* v = region(0, 4); CALL(sem_getvalue(&s, v)); }
static int give_three(void* unused) { return (void)unused, 3; }
static void* give_null(void* unused) { return unused; }
CASE("thrd_join") { thrd_t t; thrd_create(&t, give_three, 0); int* r = region(0, 4); CALL(thrd_join(t, r)); }
CASE("pthread_join") { pthread_t t; pthread_create(&t, 0, give_null, 0); void** r = region(0, 8); CALL(pthread_join(t, r)); }
CASE("pthread_create") { pthread_t* t = region(0, 8); opaque(0); CALL(pthread_create(t, 0, give_null, 0)); pthread_join(*t, 0); }
CASE("pthread_getname_np") { char* b = region(0, 20); may_write(0, 20, "told the size"); opaque(0); CALL(pthread_getname_np(pthread_self(), b, 20)); }
CASE("pthread_setname_np") { char* b = text(0, "name"); CALL(pthread_setname_np(pthread_self(), b)); }
CASE("pthread_setcancelstate") { int* o = region(0, 4); CALL(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, o)); }
CASE("pthread_setcanceltype") { int* o = region(0, 4); CALL(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, o)); }
#define ATTRIBUTES(n) pthread_attr_t* a = zeros(n, sizeof *a); pthread_attr_init(a); opaque(n), may_write(n, sizeof *a, "attributes are one object")
CASE("pthread_attr_init") { pthread_attr_t* a = region(0, sizeof *a); CALL(pthread_attr_init(a)); }
CASE("pthread_attr_destroy") { ATTRIBUTES(0); CALL(pthread_attr_destroy(a)); }
#define SETS(name, value) CASE(#name) { ATTRIBUTES(0); CALL(name(a, value)); }
SETS(pthread_attr_setdetachstate, 1) SETS(pthread_attr_setguardsize, 4096) SETS(pthread_attr_setstacksize, 1 << 20) SETS(pthread_attr_setinheritsched, 0)
SETS(pthread_attr_setschedpolicy, 0) SETS(pthread_attr_setscope, 0) SETS(pthread_attr_setstackaddr, (void*)0x100000)
#define GETS(name, type) CASE(#name) { ATTRIBUTES(0); type* v = region(1, sizeof *v); opaque(1); CALL(name(a, v)); }
GETS(pthread_attr_getdetachstate, int) GETS(pthread_attr_getguardsize, size_t) GETS(pthread_attr_getstacksize, size_t) GETS(pthread_attr_getinheritsched, int)
GETS(pthread_attr_getschedpolicy, int) GETS(pthread_attr_getscope, int) GETS(pthread_attr_getstackaddr, void*)
GETS(pthread_attr_getschedparam, struct sched_param)
CASE("pthread_attr_setschedparam") { ATTRIBUTES(0); struct sched_param* p = zeros(1, sizeof *p); CALL(pthread_attr_setschedparam(a, p)); }
CASE("pthread_attr_setstack") { ATTRIBUTES(0); CALL(pthread_attr_setstack(a, (void*)0x100000, 1 << 20)); }
CASE("pthread_attr_getstack") { ATTRIBUTES(0); void** s = region(1, 8); size_t* n = region(2, 8); opaque(1), opaque(2); CALL(pthread_attr_getstack(a, s, n)); }
CASE("pthread_attr_setaffinity_np") { ATTRIBUTES(0); cpu_set_t* s = zeros(1, sizeof *s); CALL(pthread_attr_setaffinity_np(a, sizeof *s, s)); }
CASE("pthread_attr_getaffinity_np") { ATTRIBUTES(0); cpu_set_t* s = region(1, sizeof *s); opaque(1); CALL(pthread_attr_getaffinity_np(a, sizeof *s, s)); }
CASE("pthread_attr_setsigmask_np") { ATTRIBUTES(0); sigset_t* s = zeros(1, sizeof *s); CALL(pthread_attr_setsigmask_np(a, s)); }
CASE("pthread_attr_getsigmask_np") { ATTRIBUTES(0); sigset_t* s = region(1, sizeof *s); may_write(1, sizeof *s, "a set is one object"); CALL(pthread_attr_getsigmask_np(a, s)); }
CASE("pthread_getattr_np") { pthread_attr_t* a = region(0, sizeof *a); opaque(0); CALL(pthread_getattr_np(pthread_self(), a)); }
CASE("pthread_getattr_default_np") { pthread_attr_t* a = region(0, sizeof *a); opaque(0); CALL(pthread_getattr_default_np(a)); }
CASE("pthread_getschedparam") { int* p = region(0, 4); struct sched_param* s = region(1, 4); CALL(pthread_getschedparam(pthread_self(), p, s)); }
CASE("pthread_setschedparam") { struct sched_param* s = zeros(1, 4); CALL(pthread_setschedparam(pthread_self(), 0, s)); }
CASE("pthread_getaffinity_np") { cpu_set_t* s = region(1, sizeof *s); opaque(1); returns_error(); CALL(pthread_getaffinity_np(pthread_self(), sizeof *s, s)); }
CASE("pthread_setaffinity_np") { cpu_set_t* s = zeros(1, sizeof *s); CPU_SET(0, s); may_read(1, sizeof *s, "told the size"); returns_error(); opaque_result(); CALL(pthread_setaffinity_np(pthread_self(), sizeof *s, s)); }
CASE("pthread_getcpuclockid") { clockid_t* c = region(0, 4); opaque(0); CALL(pthread_getcpuclockid(pthread_self(), c)); }
#define KIND(type, name, ...) \
  CASE("pthread_" #name "_init") { type* a = region(0, sizeof *a); CALL(pthread_##name##_init(a)); } \
  CASE("pthread_" #name "_destroy") { type* a = zeros(0, sizeof *a); pthread_##name##_init(a); may_write(0, sizeof *a, "it is one object"); CALL(pthread_##name##_destroy(a)); } \
  CASE("pthread_" #name "_setpshared") { type* a = zeros(0, sizeof *a); pthread_##name##_init(a); may_write(0, sizeof *a, "it is one object"); CALL(pthread_##name##_setpshared(a, 0)); } \
  CASE("pthread_" #name "_getpshared") { type* a = zeros(0, sizeof *a); pthread_##name##_init(a); int* v = region(1, 4); may_read(0, sizeof *a, "it is one object"); CALL(pthread_##name##_getpshared(a, v)); }
KIND(pthread_mutexattr_t, mutexattr) KIND(pthread_condattr_t, condattr) KIND(pthread_rwlockattr_t, rwlockattr) KIND(pthread_barrierattr_t, barrierattr)
#define MUTEX_ATTRIBUTES(n) pthread_mutexattr_t* a = zeros(n, sizeof *a); pthread_mutexattr_init(a)
CASE("pthread_mutexattr_settype") { MUTEX_ATTRIBUTES(0); CALL(pthread_mutexattr_settype(a, 1)); }
CASE("pthread_mutexattr_gettype") { MUTEX_ATTRIBUTES(0); int* v = region(1, 4); CALL(pthread_mutexattr_gettype(a, v)); }
CASE("pthread_mutexattr_getprotocol") { MUTEX_ATTRIBUTES(0); int* v = region(1, 4); CALL(pthread_mutexattr_getprotocol(a, v)); }
CASE("pthread_mutexattr_getprioceiling") { MUTEX_ATTRIBUTES(0); int* v = region(1, 4); CALL(pthread_mutexattr_getprioceiling(a, v)); }
CASE("pthread_mutexattr_getrobust") { MUTEX_ATTRIBUTES(0); int* v = region(1, 4); CALL(pthread_mutexattr_getrobust(a, v)); }
CASE("pthread_condattr_getclock") { pthread_condattr_t* a = zeros(0, sizeof *a); pthread_condattr_init(a); clockid_t* v = region(1, 4); CALL(pthread_condattr_getclock(a, v)); }
CASE("pthread_rwlockattr_getkind_np") { pthread_rwlockattr_t* a = zeros(0, sizeof *a); pthread_rwlockattr_init(a); int* v = region(1, 4); may_read(0, 8, "it is one object"); CALL(pthread_rwlockattr_getkind_np(a, v)); }

// Networks and users.
CASE("inet_addr") { char* a = text(0, "1.2.3.4"); CALL(inet_addr(a)); }
CASE("inet_network") { char* a = text(0, "1.2.3.4"); CALL(inet_network(a)); }
CASE("inet_aton") { char* a = text(0, "1.2.3.4"); struct in_addr* i = region(1, 4); CALL(inet_aton(a, i)); }
CASE("inet_pton") { char* a = text(0, "1.2.3.4"); struct in_addr* i = region(1, 4); CALL(inet_pton(AF_INET, a, i)); }
CASE("inet_pton/6") { char* a = text(0, "1:2::3"); struct in6_addr* i = region(1, 16); CALL(inet_pton(AF_INET6, a, i)); }
CASE("inet_pton/wrong") { char* a = text(0, "1.2.x"); struct in_addr* i = region(1, 4); may_read(0, 6, "it is a string"); CALL(inet_pton(AF_INET, a, i)); }
CASE("inet_ntop") { struct in_addr* i = zeros(0, 4); char* b = region(1, 40); may_write(1, 40, "told the size"); CALL(inet_ntop(AF_INET, i, b, 40)); }
CASE("inet_ntop/6") { struct in6_addr* i = zeros(0, 16); char* b = region(1, 60); may_write(1, 60, "told the size"); CALL(inet_ntop(AF_INET6, i, b, 60)); }
CASE("ether_aton_r") { char* a = text(0, "1:2:3:4:5:6"); struct ether_addr* e = region(1, 6); CALL(ether_aton_r(a, e)); }
CASE("ether_ntoa_r") { struct ether_addr* e = zeros(0, 6); char* b = region(1, 18); may_write(1, 18, "told to have 18"); CALL(ether_ntoa_r(e, b)); }
CASE("ether_aton") { char* a = text(0, "1:2:3:4:5:6"); CALL(ether_aton(a)); }
CASE("ether_ntoa") { struct ether_addr* e = zeros(0, 6); CALL(ether_ntoa(e)); }
CASE("if_nametoindex") { char* a = text(0, "none"); may_read(0, 5, "it is a string"); CALL(if_nametoindex(a)); }
CASE("getaddrinfo") { char *h = text(0, "127.0.0.1"), *s = text(1, "80"); struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV}, *k = COPY(2, hints), **r = region(3, 8); opaque(3); may_read(2, sizeof hints, "it is one object"); CALL(getaddrinfo(h, s, k, r)); }
CASE("getnameinfo") { struct sockaddr_in any = {AF_INET}; struct sockaddr* a = bytes(0, &any, sizeof any); char *h = region(1, 40), *s = region(2, 20); may_write(1, 40, "told the size"), may_write(2, 20, "told the size"), may_read(0, sizeof any, "told the size"); CALL(getnameinfo(a, sizeof any, h, 40, s, 20, NI_NUMERICHOST | NI_NUMERICSERV)); }
#define STRUCTURE(n, type) may_write(n, sizeof(type), "it is one object"), may_write(n + 1, 1024, "told the size")
CASE("getpwnam_r") { char* n = text(0, "root"); struct passwd *p = region(1, sizeof *p), **r = region(3, 8); char* b = region(2, 1024); STRUCTURE(1, *p); CALL(getpwnam_r(n, p, b, 1024, r)); }
CASE("getpwuid_r") { struct passwd *p = region(1, sizeof *p), **r = region(3, 8); char* b = region(2, 1024); STRUCTURE(1, *p); CALL(getpwuid_r(0, p, b, 1024, r)); }
CASE("getgrnam_r") { char* n = text(0, "root"); struct group *p = region(1, sizeof *p), **r = region(3, 8); char* b = region(2, 1024); STRUCTURE(1, *p); CALL(getgrnam_r(n, p, b, 1024, r)); }
CASE("getgrgid_r") { struct group *p = region(1, sizeof *p), **r = region(3, 8); char* b = region(2, 1024); STRUCTURE(1, *p); CALL(getgrgid_r(0, p, b, 1024, r)); }
CASE("getpwnam") { char* n = text(0, "root"); opaque_result(); CALL(getpwnam(n)); }
CASE("getgrnam") { char* n = text(0, "root"); opaque_result(); CALL(getgrnam(n)); }
CASE("getservbyname") { char *n = text(0, "http"), *p = text(1, "tcp"); may_read(0, 5, "where there is a file"), may_read(1, 4, "where there is a file"); opaque_result(); CALL(getservbyname(n, p)); }
CASE("getprotobyname") { char* n = text(0, "tcp"); may_read(0, 4, "where there is a file"); opaque_result(); CALL(getprotobyname(n)); }

// Spawning: the attributes.
#define OF_ACTIONS posix_spawn_file_actions_t* a = zeros(0, sizeof *a); posix_spawn_file_actions_init(a); opaque(0), may_write(0, sizeof *a, "it is one object")
CASE("posix_spawn_file_actions_init") { posix_spawn_file_actions_t* a = region(0, sizeof *a); CALL(posix_spawn_file_actions_init(a)); }
CASE("posix_spawn_file_actions_destroy") { OF_ACTIONS; CALL(posix_spawn_file_actions_destroy(a)); }
CASE("posix_spawn_file_actions_adddup2") { OF_ACTIONS; CALL(posix_spawn_file_actions_adddup2(a, 1, 2)); }
CASE("posix_spawn_file_actions_addclose") { OF_ACTIONS; CALL(posix_spawn_file_actions_addclose(a, 1)); }
CASE("posix_spawn_file_actions_addopen") { OF_ACTIONS; char* p = text(1, "file"); CALL(posix_spawn_file_actions_addopen(a, 1, p, 0, 0)); }
CASE("posix_spawn_file_actions_addchdir_np") { OF_ACTIONS; char* p = text(1, "file"); CALL(posix_spawn_file_actions_addchdir_np(a, p)); }
CASE("posix_spawn_file_actions_addfchdir_np") { OF_ACTIONS; CALL(posix_spawn_file_actions_addfchdir_np(a, 1)); }
CASE("posix_spawn_file_actions_addclosefrom_np") { OF_ACTIONS; CALL(posix_spawn_file_actions_addclosefrom_np(a, 3)); }
#define OF_SPAWN posix_spawnattr_t* a = zeros(0, sizeof *a); may_write(0, sizeof *a, "it is one object")
CASE("posix_spawnattr_init") { posix_spawnattr_t* a = region(0, sizeof *a); CALL(posix_spawnattr_init(a)); }
CASE("posix_spawnattr_setflags") { OF_SPAWN; CALL(posix_spawnattr_setflags(a, 0)); }
CASE("posix_spawnattr_getflags") { OF_SPAWN; short* v = region(1, 2); CALL(posix_spawnattr_getflags(a, v)); }
CASE("posix_spawnattr_setpgroup") { OF_SPAWN; CALL(posix_spawnattr_setpgroup(a, 0)); }
CASE("posix_spawnattr_getpgroup") { OF_SPAWN; pid_t* v = region(1, 4); CALL(posix_spawnattr_getpgroup(a, v)); }
CASE("posix_spawnattr_setschedpolicy") { OF_SPAWN; CALL(posix_spawnattr_setschedpolicy(a, 0)); }
CASE("posix_spawnattr_getschedpolicy") { OF_SPAWN; int* v = region(1, 4); CALL(posix_spawnattr_getschedpolicy(a, v)); }
CASE("posix_spawnattr_setschedparam") { OF_SPAWN; struct sched_param* v = zeros(1, 4); CALL(posix_spawnattr_setschedparam(a, v)); }
CASE("posix_spawnattr_getschedparam") { OF_SPAWN; struct sched_param* v = region(1, 4); CALL(posix_spawnattr_getschedparam(a, v)); }
CASE("posix_spawnattr_setsigmask") { OF_SPAWN; sigset_t* v = zeros(1, sizeof *v); CALL(posix_spawnattr_setsigmask(a, v)); }
CASE("posix_spawnattr_getsigmask") { OF_SPAWN; sigset_t* v = region(1, sizeof *v); CALL(posix_spawnattr_getsigmask(a, v)); }
CASE("posix_spawnattr_setsigdefault") { OF_SPAWN; sigset_t* v = zeros(1, sizeof *v); CALL(posix_spawnattr_setsigdefault(a, v)); }
CASE("posix_spawnattr_getsigdefault") { OF_SPAWN; sigset_t* v = region(1, sizeof *v); CALL(posix_spawnattr_getsigdefault(a, v)); }
