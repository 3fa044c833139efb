// Two threads change or read the same state of the process. Both orders are explored for each kind of state.
#define _GNU_SOURCE
#include <fcntl.h>
#include <mover.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static void run(void *(*first)(void *), void *(*second)(void *)) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

#define BOTH(is_first, if_so, if_not) \
  do {                                \
    if (is_first)                     \
      mover_reachable(if_so);         \
    else                              \
      mover_reachable(if_not);        \
  } while (0)

static int number;
static char path[4096];
static pthread_key_t key, other_key;
static struct rlimit limit;
static struct sigaction action;

static void *set_mask(void *unused) { return umask(022), unused; }
static void *set_other_mask(void *unused) { return umask(077), unused; }
static void *create_file(void *unused) { return close(open("created", O_CREAT | O_WRONLY, 0666)), unused; }
static void *enter_root(void *unused) { return (void)chdir("/"), unused; }
static void *ask_directory(void *unused) { return (void)getcwd(path, sizeof path), unused; }
static void *look_up(void *unused) { return number = access("usr", F_OK), unused; }
static void handler(int signal) { number = signal; }
static void other_handler(int signal) { number = -signal; }
static void *set_handler(void *unused) { return signal(SIGUSR1, handler), unused; }
static void *set_other_handler(void *unused) { return signal(SIGUSR1, other_handler), unused; }
static void *ask_handler(void *unused) { return sigaction(SIGUSR1, 0, &action), unused; }
static void *send_signal(void *unused) { return raise(SIGUSR1), unused; }
static void *make_key(void *unused) { return pthread_key_create(&key, 0), unused; }
static void *make_other_key(void *unused) { return pthread_key_create(&other_key, 0), unused; }
static void *delete_key(void *unused) { return pthread_key_delete(key), unused; }
static void *use_key(void *unused) { return number = pthread_setspecific(key, &key), unused; }
static void *set_limit(void *unused) {
  const struct rlimit few = {7, 9};
  return setrlimit(RLIMIT_NOFILE, &few), unused;
}
static void *ask_limit(void *unused) { return getrlimit(RLIMIT_NOFILE, &limit), unused; }
static void *set_concurrency(void *unused) { return pthread_setconcurrency(2), unused; }
static void *ask_concurrency(void *unused) { return number = pthread_getconcurrency(), unused; }

int main(void) {
  struct stat about;
  switch (mover_choose(12)) {
    case 0:
      run(set_mask, set_other_mask);
      BOTH(umask(0) == 077, "umask: first before second", "umask: second before first");
      break;
    case 1:
      umask(0);
      run(set_mask, create_file);
      stat("created", &about);
      BOTH((about.st_mode & 0777) == 0644, "mode of a file: first before second",
           "mode of a file: second before first");
      break;
    case 2:
      chdir("/tmp");
      run(enter_root, ask_directory);
      BOTH(strcmp(path, "/") == 0, "getcwd: first before second", "getcwd: second before first");
      break;
    case 3:
      chdir("/tmp");
      run(enter_root, look_up);
      BOTH(number == 0, "relative path: first before second", "relative path: second before first");
      break;
    case 4:
      run(set_handler, set_other_handler);
      BOTH(signal(SIGUSR1, SIG_DFL) == other_handler, "signal: first before second", "signal: second before first");
      break;
    case 5:
      run(set_handler, ask_handler);
      BOTH(action.sa_handler == handler, "sigaction: first before second", "sigaction: second before first");
      break;
    case 6:
      signal(SIGUSR1, other_handler);
      run(set_handler, send_signal);
      BOTH(number == SIGUSR1, "raise: first before second", "raise: second before first");
      break;
    case 7:
      run(make_key, make_other_key);
      BOTH(key < other_key, "numbers of keys: first before second", "numbers of keys: second before first");
      break;
    case 8:
      make_key(0);
      run(delete_key, use_key);
      BOTH(number != 0, "deleted key: first before second", "deleted key: second before first");
      break;
    case 9:
      run(set_limit, ask_limit);
      BOTH(limit.rlim_cur == 7, "limit: first before second", "limit: second before first");
      break;
    case 10:
      ask_limit(0);
      mover_assert(limit.rlim_cur != 7);
      run(set_concurrency, ask_concurrency);
      BOTH(number == 2, "concurrency: first before second", "concurrency: second before first");
      break;
    default:
      set_limit(0);  // it is undone before other executions
  }
  return 0;
}
