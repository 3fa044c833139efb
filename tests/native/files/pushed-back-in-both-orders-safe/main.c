// Two threads push characters back to a stream: the last one is read first.
#include <mover.h>
#include <pthread.h>
#include <stdio.h>

static FILE *stream;

static void *push(void *character) { return ungetc(*(char *)character, stream), character; }

int main(void) {
  char a = 'a', b = 'b';
  if (mover_choose(2) == 0) {
    stream = tmpfile();
    fputs("text", stream);
    rewind(stream);
    fgetc(stream);
  } else {
    stream = stdin;  // which is empty
  }
  pthread_t first, second;
  pthread_create(&first, 0, push, &a);
  pthread_create(&second, 0, push, &b);
  pthread_join(first, 0);
  pthread_join(second, 0);
  const int next = fgetc(stream);
  if (stream == stdin && next == 'a') mover_reachable("a is the last one, in stdin");
  if (stream == stdin && next == 'b') mover_reachable("b is the last one, in stdin");
  if (stream != stdin && next == 'a') mover_reachable("a is the last one, in a file");
  if (stream != stdin && next == 'b') mover_reachable("b is the last one, in a file");
  return 0;
}
