/* Flanagan and Godefroid's FileSystem: each thread allocates a free block for an inode. With up to 13 threads no two
 * of them access the same block. */
#include <pthread.h>

#ifndef THREADS
#define THREADS 14
#endif
#define INODES 32
#define BLOCKS 26

static pthread_mutex_t inode_lock[INODES], block_lock[BLOCKS];
static int inode[INODES], busy[BLOCKS];

static void *worker(void *argument) {
  int i = (int)(long)argument % INODES;
  pthread_mutex_lock(&inode_lock[i]);
  if (inode[i] == 0) {
    int b = i * 2 % BLOCKS;
    for (;;) {
      pthread_mutex_lock(&block_lock[b]);
      if (!busy[b]) {
        busy[b] = 1;
        inode[i] = b + 1;
        pthread_mutex_unlock(&block_lock[b]);
        break;
      }
      pthread_mutex_unlock(&block_lock[b]);
      b = (b + 1) % BLOCKS;
    }
  }
  pthread_mutex_unlock(&inode_lock[i]);
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; ++i) pthread_create(&threads[i], 0, worker, (void *)i);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], 0);
  return 0;
}
