// Two threads append to a table that grows.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct token {
  char text[8];
  int line;
};
struct parser {
  struct token *tokens;
  int used, room;
};
static struct parser p;
static void emit(const char *text) {
  if (p.used == p.room) {
    p.room = p.room * 2;
    p.tokens = realloc(p.tokens, p.room * sizeof *p.tokens);
  }
  strcpy(p.tokens[p.used].text, text);
  p.used++;
}
static void *scan(void *text) {
  emit(text);
  return 0;
}
int main(void) {
  p.room = 1;
  p.tokens = malloc(sizeof *p.tokens);
  pthread_t t;
  pthread_create(&t, 0, scan, "abc");
  emit("x");
  pthread_join(t, 0);
  printf("%d\n", p.used);
}
