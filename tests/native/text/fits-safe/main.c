// Accesses of the C library up to the end of a block, or MORE, each in an execution of its own.
#include <fcntl.h>
#include <mover.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#ifndef MORE
#define MORE 0
#endif
#define SIZE (8 + MORE)
#define TEXT ("abcdefgh" + 1 - MORE)
#define DIGITS ("12345678" + 1 - MORE)

static _Thread_local volatile long kept;
#define KEEP(expression) (kept = (long)(expression))

static int compare(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

int main(void) {
  const char *text = TEXT;
  char *small = calloc(8, 1);
  int file = open("/proc/self/exe", O_RDONLY);
  const char *path = "../fits-safe/line";
  FILE *stream = fopen(path, "r");
  switch (mover_choose(35)) {
    case 0:
      KEEP(strcpy(small, text));
      break;
    case 1:
      KEEP(strncpy(small, text, SIZE));
      break;
    case 2:
      KEEP(strcat(strcpy(small, "abcd"), "efgh" + 1 - MORE));
      break;
    case 3:
      KEEP(strncat(strcpy(small, "abcd"), text, 3 + MORE));
      break;
    case 4:
      KEEP(sprintf(small, "%s", text));
      break;
    case 5:
      KEEP(sprintf(small, "%d", MORE ? 12345678 : 1234567));
      break;
    case 6:
      KEEP(snprintf(small, SIZE, "%s-%d", text, 1));
      break;
    case 7:
      KEEP(memcpy(small, text, SIZE));
      break;
    case 8:
      KEEP(memmove(small, text, SIZE));
      break;
    case 9:
      KEEP(memset(small, 0, SIZE));
      break;
    case 10:
      bzero(small, SIZE);
      break;
    case 11:
      KEEP(stpcpy(small, text));
      break;
    case 12:
      KEEP(mempcpy(small, text, SIZE));
      break;
    case 13:
      KEEP(read(file, small, SIZE));
      break;
    case 14:
      KEEP(pread(file, small, SIZE, 0));
      break;
    case 15:
      KEEP(fgets(small, SIZE, stream));
      break;
    case 16:
      KEEP(fread(small, 1, SIZE, stream));
      break;
    case 17:
      KEEP(sscanf(text, "%s", small));
      break;
    case 18:
      KEEP(strtok(memcpy(small, TEXT, 8), " "));
      break;
    case 19:
      KEEP(strdup(memcpy(small, TEXT, 8)));
      break;
    case 20:
      KEEP(puts(memcpy(small, TEXT, 8)));
      break;
    case 21:
      KEEP(printf("%s", (char *)memcpy(small, TEXT, 8)));
      break;
    case 22:
      KEEP(printf("%.9s", (char *)memcpy(small, TEXT, 8)));
      break;
    case 23:
      KEEP(strchr(memcpy(small, TEXT, 8), 1));
      break;
    case 24:
      KEEP(memchr(small, 1, SIZE));
      break;
    case 25:
      KEEP(strlen(memcpy(small, TEXT, 8)));
      break;
    case 26:
      KEEP(strtol(memcpy(small, DIGITS, 8), 0, 10));
      break;
    case 27:
      KEEP(atoi(memcpy(small, DIGITS, 8)));
      break;
    case 28:
      KEEP(fwrite(small, 1, SIZE, stdout));
      break;
    case 29:
      qsort(small, SIZE, 1, compare);
      break;
    case 30:
      KEEP(write(1, small, SIZE));
      break;
    case 31:
      KEEP(getcwd(small, MORE ? 100 : 8));
      break;
    case 32:
      KEEP(strcasecmp(memcpy(small, TEXT, 8), text));
      break;
    case 33:
      KEEP(memcmp(small, text, SIZE));
      break;
    case 34:
      KEEP(strstr(text, memcpy(small, TEXT, 8)));
      break;
  }
  return 0;
}
