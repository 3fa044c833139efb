/* <sys/single_threaded.h>: whether the process has only one thread. The C++ library's counters of references are not
 * atomic then. It is always false here, so that no count depends on when a thread is created. */
const char __libc_single_threaded = 0;
