// [EQT06], figure 1: one thread creates tasks and puts them into a queue. A performer takes them out, starts a thread
// for each subtask of a task, joins these threads, and then reads the result of the task. The protection of a task's
// result changes: its creator, the queue's mutex, its performer, the mutex of results, and the performer again. With
// -DBUG=1 the subtasks add to the result without that mutex; with -DBUG=2 the performer, with the mutex, reads the
// result before joining.
//
// Expected: safe; -DBUG=1: a race; -DBUG=2: the assertion in perform fails.
// Sizes: TASKS (2), SUBTASKS (2) of each.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef TASKS
#define TASKS 2
#endif
#ifndef SUBTASKS
#define SUBTASKS 2
#endif
#ifndef BUG
#define BUG 0
#endif

typedef struct {
  int subtasks[SUBTASKS];
  int out;
} Task;

typedef struct {
  Task *task;
  int number;
} Part;

static pthread_mutex_t queue_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t queued = PTHREAD_COND_INITIALIZER;
static Task *queue[TASKS];
static int in, out;

static pthread_mutex_t result_mutex = PTHREAD_MUTEX_INITIALIZER;

static void create_task(int number) {
  Task *task = malloc(sizeof *task);
  for (int i = 0; i < SUBTASKS; i++) task->subtasks[i] = number + i;
  task->out = 0;
  pthread_mutex_lock(&queue_mutex);
  queue[in++] = task;
  pthread_cond_signal(&queued);
  pthread_mutex_unlock(&queue_mutex);
}

static Task *next_task(void) {
  pthread_mutex_lock(&queue_mutex);
  while (in == out) pthread_cond_wait(&queued, &queue_mutex);
  Task *task = queue[out++];
  pthread_mutex_unlock(&queue_mutex);
  return task;
}

static void *perform_subtask(void *argument) {
  Part *part = argument;
  int result = 10 * part->task->subtasks[part->number];
  if (BUG != 1) pthread_mutex_lock(&result_mutex);
  part->task->out += result;
  if (BUG != 1) pthread_mutex_unlock(&result_mutex);
  return 0;
}

static int result_so_far(Task *task) {
  pthread_mutex_lock(&result_mutex);
  int result = task->out;
  pthread_mutex_unlock(&result_mutex);
  return result;
}

static void perform(Task *task, int number) {
  pthread_t children[SUBTASKS];
  Part parts[SUBTASKS];
  int result, expected = 0;
  for (int i = 0; i < SUBTASKS; i++) {
    parts[i] = (Part){task, i};
    expected += 10 * (number + i);
    pthread_create(&children[i], 0, perform_subtask, &parts[i]);
  }
  if (BUG == 2) result = result_so_far(task);
  for (int i = 0; i < SUBTASKS; i++) pthread_join(children[i], 0);
  if (BUG != 2) result = task->out;
  assert(BUG == 1 || result == expected);
  free(task);
}

static void *creator(void *argument) {
  for (int i = 1; i <= TASKS; i++) create_task(i);
  return 0;
}

static void *performer(void *argument) {
  for (int i = 1; i <= TASKS; i++) perform(next_task(), i);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, creator, 0);
  pthread_create(&threads[1], 0, performer, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
