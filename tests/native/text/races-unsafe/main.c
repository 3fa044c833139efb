// Races on memory that only the C library accesses, each in executions of its own.
#include <mover.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char shared[16] = "1", own[2][4] = {"a b", "c d"};
static FILE *stream;
static unsigned chosen;

static _Thread_local volatile long kept;
#define KEEP(expression) (kept = (long)(expression))

static int compare(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

static void *first(void *argument) {
  switch (chosen) {
    case 0:
      KEEP(strcpy(shared, "x"));
      break;
    case 1:
      KEEP(sprintf(shared, "%d", 1));
      break;
    case 2:
      KEEP(snprintf(shared, 8, "%d", 1));
      break;
    case 3:
      KEEP(memset(shared, 0, 8));
      break;
    case 4:
      KEEP(sscanf("12", "%s", shared));
      break;
    case 5:
      qsort(shared, 8, 1, compare);
      break;
    case 6:
      KEEP(strtok(own[0], " "));
      break;
    case 7:
      KEEP(setenv("A", "B", 1));
      break;
    case 8:
      KEEP(fgets(shared, 8, stream));
      break;
    case 9:
      KEEP(strcat(shared, "y"));
      break;
  }
  return argument;
}

static void *second(void *argument) {
  switch (chosen) {
    case 0:
      KEEP(strlen(shared));
      break;
    case 1:
      KEEP(puts(shared));
      break;
    case 2:
      KEEP(printf("%s", shared));
      break;
    case 3:
      KEEP(strdup(shared));
      break;
    case 4:
      KEEP(atoi(shared));
      break;
    case 5:
      KEEP(memchr(shared, 1, 8));
      break;
    case 6:
      KEEP(strtok(own[1], " "));
      break;
    case 7:
      KEEP(getenv("A"));
      break;
    case 8:
      KEEP(strchr(shared, 1));
      break;
    case 9:
      KEEP(strcmp(shared, "1"));
      break;
  }
  return argument;
}

int main(void) {
  pthread_t a, b;
  static char line[] = "line\n";
  stream = fmemopen(line, sizeof line - 1, "r");
  chosen = mover_choose(10);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
