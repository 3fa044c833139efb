/* A register with three replicas. The writer sends the value to one replica after the other, and the write is complete
 * when WRITES of them have answered. Then the reader asks any READS replicas, and takes the newest value. Two
 * quorums have a replica in common if WRITES + READS > 3: then the reader gets the written value. BUG: the reader asks
 * one replica. */
#include <assert.h>
#include <mover.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define REPLICAS 3
#define WRITES 2
#ifdef BUG
#define READS 1
#else
#define READS 2
#endif

static int requests[REPLICAS][2], written[2], answers[2], complete[2]; /* pipes */

static void send_byte(const int pipe[2], char byte) {
  if (write(pipe[1], &byte, 1) != 1) exit(1);
}

static char receive_byte(const int pipe[2]) {
  char byte;
  if (read(pipe[0], &byte, 1) != 1) exit(1);
  return byte;
}

static void replicate(int me) {
  char value = 0, request;
  for (int i = 0; i < REPLICAS; ++i) close(requests[i][1]);
  while (read(requests[me][0], &request, 1) == 1) {
    if (request != 'r') value = request;
    send_byte(request == 'r' ? answers : written, value);
  }
  exit(0);
}

static void write_value(char value) {
  for (int i = 0; i < REPLICAS; ++i) {
    send_byte(requests[i], value);
    receive_byte(written);
    if (i + 1 == WRITES) send_byte(complete, 'c');
  }
  exit(0);
}

int main(void) {
  for (int i = 0; i < REPLICAS; ++i)
    if (pipe(requests[i]) != 0) return 1;
  if (pipe(written) != 0 || pipe(answers) != 0 || pipe(complete) != 0) return 1;
  for (int i = 0; i < REPLICAS; ++i)
    if (fork() == 0) replicate(i);
  if (fork() == 0) write_value(42);
  receive_byte(complete);
  const int first = mover_choose(REPLICAS);
  char newest = 0;
  for (int i = 0; i < READS; ++i) {
    send_byte(requests[(first + i) % REPLICAS], 'r');
    const char value = receive_byte(answers);
    if (value > newest) newest = value;
  }
  assert(newest == 42);
}
