// [LPQR05], table 1, TransactionManager: a lightweight manager of transactions. A transaction and its only participant
// are state machines, which the transaction's mutex protects. A volatile participant receives three requests: to get
// ready (phase 0), to prepare (phase 1), and the outcome. A durable one (-DDURABLE) decides itself in a single phase. A
// transaction is in one of two lists, each with a mutex, until it ends. A timer thread aborts transactions that are in
// a list for too long. The timer runs only while it is needed: `timer_enabled` is tested first without and then with
// the table's mutex. With -DBUG the timer tests whether the lists are empty before it disables itself and not after, so
// that a transaction that is added in between never times out.
//
// Expected: safe; -DBUG: the assertion in assert_timed fails. In the paper 1,220,517 states (unsound), 1,264,894 (CPC),
// 1,268,571 (cycle detection), for a program of 6,927 lines.
// Sizes: CLIENTS (1), TRANSACTIONS (2) of each, one after the other. Two clients are too many without a reduction.
#include <assert.h>
#include <mover.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef CLIENTS
#define CLIENTS 1
#endif
#ifndef TRANSACTIONS
#define TRANSACTIONS 2
#endif
#define LISTS 2

typedef enum { ACTIVE, PHASE0, PHASE1, SINGLE_PHASE, COMMITTED, ABORTED } State;
typedef enum { ENLISTED, ASKED_PHASE0, ASKED_TO_PREPARE, ASKED_TO_DECIDE, TOLD_TO_COMMIT, TOLD_TO_ABORT } Enlistment;
typedef enum { BEGIN_COMMIT, PHASE0_DONE, PREPARED, DECIDED_TO_COMMIT, ABORT } Event;

typedef struct Transaction {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  State state;
  Enlistment enlistment;
  int voted;  // the participant's vote
  int list;  // the list that it was added to
  struct Transaction *next;  // guarded by that list's mutex
} Transaction;

typedef struct {
  pthread_mutex_t mutex;
  Transaction *first;
} List;

static Transaction transactions[CLIENTS][TRANSACTIONS];
static List lists[LISTS] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};

static pthread_mutex_t table_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t timer_wakes = PTHREAD_COND_INITIALIZER;
static int shut_down;             // guarded by table_mutex
static atomic_int timer_enabled;  // written under table_mutex

// The lists and their timer.

static void enable_timer(void) {
  if (timer_enabled) return;
  pthread_mutex_lock(&table_mutex);
  if (!timer_enabled) {
    timer_enabled = 1;
    pthread_cond_signal(&timer_wakes);
  }
  pthread_mutex_unlock(&table_mutex);
}

static void add_to_list(Transaction *transaction) {
  List *list = &lists[transaction->list];
  pthread_mutex_lock(&list->mutex);
  transaction->next = list->first;
  list->first = transaction;
  pthread_mutex_unlock(&list->mutex);
  enable_timer();
}

// The transaction may have been removed already.
static void remove_from_list(Transaction *transaction) {
  List *list = &lists[transaction->list];
  pthread_mutex_lock(&list->mutex);
  Transaction **link = &list->first;
  while (*link && *link != transaction) link = &(*link)->next;
  if (*link) *link = transaction->next;
  transaction->next = 0;
  pthread_mutex_unlock(&list->mutex);
}

static int is_empty(List *list) {
  pthread_mutex_lock(&list->mutex);
  int empty = !list->first;
  pthread_mutex_unlock(&list->mutex);
  return empty;
}

static int all_empty(void) {
  for (int i = 0; i < LISTS; i++) {
    if (!is_empty(&lists[i])) return 0;
  }
  return 1;
}

static void disable_timer_if_idle(void) {
  pthread_mutex_lock(&table_mutex);
#ifdef BUG
  if (all_empty()) timer_enabled = 0;
#else
  timer_enabled = 0;
  if (!all_empty()) timer_enabled = 1;
#endif
  pthread_mutex_unlock(&table_mutex);
}

static int is_in_list(Transaction *transaction) {
  List *list = &lists[transaction->list];
  pthread_mutex_lock(&list->mutex);
  Transaction *other = list->first;
  while (other && other != transaction) other = other->next;
  pthread_mutex_unlock(&list->mutex);
  return other != 0;
}

// A transaction that was added will time out, unless it ends before.
static void assert_timed(Transaction *transaction) {
  pthread_mutex_lock(&table_mutex);
  assert(timer_enabled || !is_in_list(transaction));
  pthread_mutex_unlock(&table_mutex);
}

// The state machines. REQUIRES: the transaction's mutex is held.

static void advance(Transaction *transaction, State state, Enlistment enlistment) {
  transaction->state = state;
  transaction->enlistment = enlistment;
  pthread_cond_broadcast(&transaction->changed);
}

static int is_over(Transaction *transaction) {
  return transaction->state == COMMITTED || transaction->state == ABORTED;
}

static void handle(Transaction *transaction, Event event) {
  if (is_over(transaction)) return;  // the event came too late
  switch (event) {
    case BEGIN_COMMIT:
      assert(transaction->state == ACTIVE);
#ifdef DURABLE
      advance(transaction, SINGLE_PHASE, ASKED_TO_DECIDE);
#else
      advance(transaction, PHASE0, ASKED_PHASE0);
#endif
      break;
    case PHASE0_DONE:
      assert(transaction->state == PHASE0);
      advance(transaction, PHASE1, ASKED_TO_PREPARE);
      break;
    case PREPARED:
      assert(transaction->state == PHASE1);
      advance(transaction, COMMITTED, TOLD_TO_COMMIT);
      break;
    case DECIDED_TO_COMMIT:
      assert(transaction->state == SINGLE_PHASE);
      advance(transaction, COMMITTED, TOLD_TO_COMMIT);
      break;
    case ABORT:
      advance(transaction, ABORTED, TOLD_TO_ABORT);
      break;
  }
}

// The threads.

static void expire(List *list) {
  pthread_mutex_lock(&list->mutex);
  Transaction *transaction = list->first;
  if (transaction) {
    list->first = transaction->next;
    transaction->next = 0;
  }
  pthread_mutex_unlock(&list->mutex);
  if (!transaction) return;
  pthread_mutex_lock(&transaction->mutex);
  // Only the participant decides in a single phase.
  if (transaction->state != SINGLE_PHASE) handle(transaction, ABORT);
  pthread_mutex_unlock(&transaction->mutex);
}

static int timer_sleeps(void) {
  pthread_mutex_lock(&table_mutex);
  while (!timer_enabled && !shut_down) pthread_cond_wait(&timer_wakes, &table_mutex);
  int goes_on = !shut_down;
  pthread_mutex_unlock(&table_mutex);
  return goes_on;
}

static void *timer(void *argument) {
  while (timer_sleeps()) {
    for (int i = 0; i < LISTS; i++) {
      if (mover_choose(2)) expire(&lists[i]);
    }
    disable_timer_if_idle();
  }
  return 0;
}

// Performs the request without the transaction's mutex, and answers after reacquiring it.
static void answer(Transaction *transaction, Event event) {
  pthread_mutex_unlock(&transaction->mutex);
  int votes = event != PHASE0_DONE, agrees = votes ? mover_choose(2) : 1;
  pthread_mutex_lock(&transaction->mutex);
  if (votes) transaction->voted = agrees;
  handle(transaction, agrees ? event : ABORT);
}

static void *participant(void *argument) {
  Transaction *transaction = argument;
  pthread_mutex_lock(&transaction->mutex);
  while (!is_over(transaction)) {
    switch (transaction->enlistment) {
      case ASKED_PHASE0:
        answer(transaction, PHASE0_DONE);
        break;
      case ASKED_TO_PREPARE:
        answer(transaction, PREPARED);
        break;
      case ASKED_TO_DECIDE:
        answer(transaction, DECIDED_TO_COMMIT);
        break;
      default:
        pthread_cond_wait(&transaction->changed, &transaction->mutex);
        break;
    }
  }
  assert(transaction->enlistment == (transaction->state == COMMITTED ? TOLD_TO_COMMIT : TOLD_TO_ABORT));
  assert(transaction->state == ABORTED || transaction->voted);
#ifdef DURABLE
  assert(transaction->state == COMMITTED || !transaction->voted);  // it decided itself
#endif
  pthread_mutex_unlock(&transaction->mutex);
  return 0;
}

static void commit(Transaction *transaction) {
  pthread_mutex_lock(&transaction->mutex);
  handle(transaction, BEGIN_COMMIT);
  while (!is_over(transaction)) pthread_cond_wait(&transaction->changed, &transaction->mutex);
  pthread_mutex_unlock(&transaction->mutex);
  remove_from_list(transaction);
}

static void run(Transaction *transaction) {
  pthread_t enlisted;
  transaction->list = mover_choose(LISTS);
  add_to_list(transaction);
  assert_timed(transaction);
  pthread_create(&enlisted, 0, participant, transaction);
  commit(transaction);
  pthread_join(enlisted, 0);
}

static void *client(void *argument) {
  Transaction *mine = argument;
  for (int i = 0; i < TRANSACTIONS; i++) run(&mine[i]);
  return 0;
}

int main(void) {
  pthread_t ticking, clients[CLIENTS];
  for (int i = 0; i < CLIENTS; i++) {
    for (int j = 0; j < TRANSACTIONS; j++) {
      pthread_mutex_init(&transactions[i][j].mutex, 0);
      pthread_cond_init(&transactions[i][j].changed, 0);
    }
  }
  pthread_create(&ticking, 0, timer, 0);
  for (int i = 0; i < CLIENTS; i++) pthread_create(&clients[i], 0, client, transactions[i]);
  for (int i = 0; i < CLIENTS; i++) pthread_join(clients[i], 0);
  pthread_mutex_lock(&table_mutex);
  shut_down = 1;
  pthread_cond_signal(&timer_wakes);
  pthread_mutex_unlock(&table_mutex);
  pthread_join(ticking, 0);
  return 0;
}
