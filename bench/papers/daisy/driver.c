// Two threads that create, write, read and delete files, each in a directory of its own.
#include "daisy.h"

#ifdef ENDLESS
enum { kEndless = 1 };
#else
enum { kEndless = 0 };
#endif

#ifdef SHORT
enum { kShort = 1 };
#else
enum { kShort = 0 };
#endif

// Frees a block while the other thread allocates the next one: block 0 (WW1), or block 1 after another file has got
// block 0 (WW2).
static void *writer(void *argument) {
  do {
    if (WITNESS == WW2) directory_create(0, 'a');
    const int inode = directory_create(0, 'b');
    const Byte byte = 1;
    if (!kShort && inode >= 0) file_write(inode, 0, &byte, 1);
    directory_unlink(0, 'b');
    if (WITNESS == WW2 && kEndless) directory_unlink(0, 'a');
  } while (kEndless);
  return 0;
}

static void *reader(void *argument) {
  do {
    directory_create(1, 'c');
    if (!kShort) {
      const int inode = directory_lookup(1, 'c');
      Byte byte;
      if (inode >= 0) file_read(inode, 0, &byte, 1);
    }
    if (kEndless) directory_unlink(1, 'c');
  } while (kEndless);
  return 0;
}

int main(void) {
  locks_init();
  disk_init();
  pthread_t threads[2];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, reader, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
