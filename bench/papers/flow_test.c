// [LPQR05], table 1, FlowTest: a workflow whose branches run in parallel and are connected by links. Only the name and
// the kind of the original are known. Here:
//
//   branch 1:  A -> D     links  A => E, B => D: an activity at the end of a link waits until its status is known
//   branch 2:  B -> E            D => F, E => F: F runs if one of them is true
//   branch 3:  C -> F
//
// The status of A => E and B => D is chosen when A and B have run; an activity that does not run sets its own links to
// false. A link is a channel that carries its status once.
//
// Expected: safe. In the paper 4,656 states (unsound), 4,656 (CPC), 4,656 (cycle detection).
#include <assert.h>
#include <mover.h>
#include <pthread.h>

#include "channel.h"

enum { LINK_STATUS = 1 };
enum { A, B, C, D, E, F, ACTIVITIES };

static Channel a_to_e = CHANNEL_INITIALIZER, b_to_d = CHANNEL_INITIALIZER;
static Channel d_to_f = CHANNEL_INITIALIZER, e_to_f = CHANNEL_INITIALIZER;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int has_run[ACTIVITIES];  // guarded by mutex

static void set_link(Channel *link, int from, int status) {
  channel_send(link, (Message){.type = LINK_STATUS, .correlation = from, .body = status});
}

static int link_status(Channel *link, int from) {
  Message message = channel_receive(link);
  assert(message.type == LINK_STATUS && message.correlation == from);
  return message.body;
}

static void run(int activity) {
  pthread_mutex_lock(&mutex);
  assert(!has_run[activity]);
  has_run[activity] = 1;
  pthread_mutex_unlock(&mutex);
}

static void assert_has_run(int activity) {
  pthread_mutex_lock(&mutex);
  assert(has_run[activity]);
  pthread_mutex_unlock(&mutex);
}

// A branch of two activities: the first has a link to another branch, the second a link from there and one to F.
static void branch(int first, Channel *out, int second, Channel *in, int other, Channel *to_f) {
  run(first);
  set_link(out, first, mover_choose(2));
  int runs = link_status(in, other);
  assert_has_run(other);
  if (runs) run(second);
  set_link(to_f, second, runs);
}

static void *branch1(void *argument) {
  branch(A, &a_to_e, D, &b_to_d, B, &d_to_f);
  return 0;
}

static void *branch2(void *argument) {
  branch(B, &b_to_d, E, &a_to_e, A, &e_to_f);
  return 0;
}

static void *branch3(void *argument) {
  run(C);
  int d = link_status(&d_to_f, D), e = link_status(&e_to_f, E);
  if (d || e) run(F);
  return 0;
}

int main(void) {
  static void *(*const branches[])(void *) = {branch1, branch2, branch3};
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, branches[i], 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(has_run[A] && has_run[B] && has_run[C]);
  assert(has_run[F] == (has_run[D] || has_run[E]));
  return 0;
}
