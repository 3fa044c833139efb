// Functions that are not simulated. In the kernel, they would not find the files, descriptors and objects that exist
// only in the simulation, or they would change data that backtracking does not restore. An execution that reaches such
// a function is not explored further, and the report names the function.
#include <aio.h>
#include <dirent.h>
#include <fcntl.h>
#include <fts.h>
#include <ftw.h>
#include <glob.h>
#include <stdio.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <wordexp.h>

#include "base/real.h"
#include "channels/channels.h"
#include "memory/access.h"

using namespace mover;
using namespace mover::runtime;

#define PC __builtin_return_address(0)

#define NOT_SIMULATED_IF(condition, type, name, parameters, arguments)                        \
  MOVER_EXPORT type name parameters {                                                         \
    if (!world.controls() || !(condition)) return REAL(name) arguments;                       \
    world.cannot_follow("the program calls " #name ", which is not simulated", location(PC)); \
  }
#define NOT_SIMULATED(type, name, parameters, arguments) NOT_SIMULATED_IF(true, type, name, parameters, arguments)

// Locks of streams. The other operations on a stream take its lock, too, but no thread is ever blocked on it.
NOT_SIMULATED_IF(!world.alone(), void, flockfile, (FILE * f), (f))
NOT_SIMULATED_IF(!world.alone(), int, ftrylockfile, (FILE * f), (f))
NOT_SIMULATED_IF(!world.alone(), void, funlockfile, (FILE * f), (f))

// Functions that take paths of files.
NOT_SIMULATED(int, ftw, (const char* p, __ftw_func_t f, int n), (p, f, n))
NOT_SIMULATED(int, ftw64, (const char* p, __ftw64_func_t f, int n), (p, f, n))
NOT_SIMULATED(int, nftw, (const char* p, __nftw_func_t f, int n, int flags), (p, f, n, flags))
NOT_SIMULATED(int, nftw64, (const char* p, __nftw64_func_t f, int n, int flags), (p, f, n, flags))
NOT_SIMULATED(FTS*, fts_open, (char* const* p, int o, int (*c)(const FTSENT**, const FTSENT**)), (p, o, c))
NOT_SIMULATED(int, glob64, (const char* p, int f, int (*e)(const char*, int), glob64_t* g), (p, f, e, g))
NOT_SIMULATED(int, wordexp, (const char* w, wordexp_t* to, int f), (w, to, f))
NOT_SIMULATED(int, futimesat, (int d, const char* p, const timeval* t), (d, p, t))
NOT_SIMULATED(long, pathconf, (const char* p, int n), (p, n))
NOT_SIMULATED(int, mkfifoat, (int d, const char* p, mode_t m), (d, p, m))
NOT_SIMULATED(int, mknodat, (int d, const char* p, mode_t m, dev_t n), (d, p, m, n))
NOT_SIMULATED(int, fchownat, (int d, const char* p, uid_t u, gid_t g, int f), (d, p, u, g, f))
NOT_SIMULATED(key_t, ftok, (const char* p, int n), (p, n))
NOT_SIMULATED(int, setxattr, (const char* p, const char* n, const void* v, size_t s, int f), (p, n, v, s, f))
NOT_SIMULATED(int, lsetxattr, (const char* p, const char* n, const void* v, size_t s, int f), (p, n, v, s, f))
NOT_SIMULATED(ssize_t, getxattr, (const char* p, const char* n, void* v, size_t s), (p, n, v, s))
NOT_SIMULATED(ssize_t, lgetxattr, (const char* p, const char* n, void* v, size_t s), (p, n, v, s))
NOT_SIMULATED(ssize_t, listxattr, (const char* p, char* l, size_t s), (p, l, s))
NOT_SIMULATED(ssize_t, llistxattr, (const char* p, char* l, size_t s), (p, l, s))
NOT_SIMULATED(int, removexattr, (const char* p, const char* n), (p, n))
NOT_SIMULATED(int, lremovexattr, (const char* p, const char* n), (p, n))

// Functions on open directories (interception/directories.cc).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
NOT_SIMULATED(int, readdir_r, (DIR * d, dirent* e, dirent** to), (d, e, to))
NOT_SIMULATED(int, readdir64_r, (DIR * d, dirent64* e, dirent64** to), (d, e, to))
#pragma GCC diagnostic pop
NOT_SIMULATED(void, seekdir, (DIR * d, long at), (d, at))
NOT_SIMULATED(long, telldir, (DIR * d), (d))
NOT_SIMULATED(int, scandir64,
              (const char* p, dirent64*** l, int (*f)(const dirent64*), int (*c)(const dirent64**, const dirent64**)),
              (p, l, f, c))
NOT_SIMULATED(int, scandirat,
              (int d, const char* p, dirent*** l, int (*f)(const dirent*), int (*c)(const dirent**, const dirent**)),
              (d, p, l, f, c))

// Functions on simulated descriptors.
NOT_SIMULATED_IF(is_ours(d), long, fpathconf, (int d, int n), (d, n))
NOT_SIMULATED_IF(is_ours(d), int, fsetxattr, (int d, const char* n, const void* v, size_t s, int f), (d, n, v, s, f))
NOT_SIMULATED_IF(is_ours(d), ssize_t, fgetxattr, (int d, const char* n, void* v, size_t s), (d, n, v, s))
NOT_SIMULATED_IF(is_ours(d), ssize_t, flistxattr, (int d, char* l, size_t s), (d, l, s))
NOT_SIMULATED_IF(is_ours(d), int, fremovexattr, (int d, const char* n), (d, n))
NOT_SIMULATED_IF(is_ours(a) || is_ours(b), ssize_t, splice,
                 (int a, off64_t* x, int b, off64_t* y, size_t n, unsigned f), (a, x, b, y, n, f))
NOT_SIMULATED_IF(is_ours(a) || is_ours(b), ssize_t, tee, (int a, int b, size_t n, unsigned f), (a, b, n, f))
NOT_SIMULATED_IF(is_ours(d), ssize_t, vmsplice, (int d, const iovec* v, size_t n, unsigned f), (d, v, n, f))
NOT_SIMULATED_IF(is_ours(d), ssize_t, preadv2, (int d, const iovec* v, int n, off_t o, int f), (d, v, n, o, f))
NOT_SIMULATED_IF(is_ours(d), ssize_t, pwritev2, (int d, const iovec* v, int n, off_t o, int f), (d, v, n, o, f))

// Functions for which the C library starts threads.
NOT_SIMULATED(int, aio_read, (aiocb * a), (a))
NOT_SIMULATED(int, aio_write, (aiocb * a), (a))
NOT_SIMULATED(int, aio_fsync, (int o, aiocb* a), (o, a))
NOT_SIMULATED(int, lio_listio, (int m, aiocb* const* l, int n, sigevent* e), (m, l, n, e))

// Objects that outlive the process, and waiting for other processes.
NOT_SIMULATED(int, shmget, (key_t k, size_t s, int f), (k, s, f))
NOT_SIMULATED(void*, shmat, (int i, const void* a, int f), (i, a, f))
NOT_SIMULATED(int, semget, (key_t k, int n, int f), (k, n, f))
NOT_SIMULATED(int, msgget, (key_t k, int f), (k, f))

// Memory that backtracking does not restore.
NOT_SIMULATED_IF(n != 0, void*, sbrk, (intptr_t n), (n))
NOT_SIMULATED(int, brk, (void* end), (end))
NOT_SIMULATED(int, pkey_mprotect, (void* p, size_t n, int f, int k), (p, n, f, k))
NOT_SIMULATED(int, remap_file_pages, (void* p, size_t n, int f, size_t o, int g), (p, n, f, o, g))

MOVER_EXPORT int lockf64(int fd, int command, off64_t size) { return lockf(fd, command, size); }
MOVER_EXPORT int eaccess(const char* path, int mode) { return euidaccess(path, mode); }
