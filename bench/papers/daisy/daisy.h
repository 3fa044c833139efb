// Daisy, the file system that [KGS06, section 5] checks: written in C after its description, with small sizes.
//
// A file has an inode and a block; each inode, block and file has a lock of its own, which a lock manager creates. The
// layers, from the disk upwards: petal.c (bytes), mutex.c and lock_manager.c (locks), disk.c (longs, inodes, the allocation
// bitmap), files.c (create, unlink, read, write), directory.c (names), driver.c (threads).
//
// Three defects, each of which one definition brings into view (driver.c):
//   -DWITNESS=SEEK  another thread moves the head between seek and transfer;
//   -DWITNESS=WW1   two threads update the bits of blocks 0 and 1 at the same time, and both write the whole byte;
//   -DWITNESS=WW2   the same for blocks 1 and 2.
// -DREPAIRED removes all of them: a lock around seek and transfer, and a lock for each byte of the bitmap.
// -DATOMIC_DISK makes seek and transfer one atomic step, so that only the bitmap is left to go wrong.
// -DREAL_MUTEXES takes pthread mutexes for the locks instead of monitors with a flag.
// -DSHORT leaves out the operations that the witness does not need: reading and writing files, and looking them up.
// -DENDLESS lets the threads of the driver repeat their operations for ever.
#ifndef DAISY_H
#define DAISY_H
#include <pthread.h>
#include <stdatomic.h>

#include "mover.h"

// Sizes. Daisy's longs have 8 bytes; no number here needs more than one byte, so that LONG_BYTES may be 1.
#ifndef LONG_BYTES
#define LONG_BYTES 1
#endif
#ifndef INODES
#define INODES 3
#endif
#ifndef BLOCKS
#define BLOCKS 3
#endif
#ifndef BLOCK_BYTES
#define BLOCK_BYTES 1
#endif
#ifndef ENTRIES
#define ENTRIES 2
#endif
enum { DIRECTORIES = 2 };

#define NONE 0
#define SEEK 1
#define WW1 2
#define WW2 3
#ifndef WITNESS
#define WITNESS NONE
#endif
#ifdef REPAIRED
enum { kRepaired = 1 };
#else
enum { kRepaired = 0 };
#endif
#ifdef ATOMIC_DISK
enum { kAtomicDisk = 1 };
#else
enum { kAtomicDisk = 0 };
#endif

// The disk: an inode is three longs (block, size, used); the bitmap has a bit for each block, and an entry of the
// directory is a name of one character and the number of an inode.
enum {
  kInodeBytes = 3 * LONG_BYTES,
  kInodeArea = 0,
  kBlockArea = kInodeArea + INODES * kInodeBytes,
  kBitmap = kBlockArea + BLOCKS * BLOCK_BYTES,
  kBitmapBytes = (BLOCKS + 7) / 8,
  kDiskBytes = kBitmap + kBitmapBytes
};

typedef unsigned char Byte;

// petal.c
Byte petal_read(int position);
void petal_write(int position, Byte byte);

// mutex.c: the monitor.
typedef struct {
#ifdef REAL_MUTEXES
  pthread_mutex_t mutex;
#else
  pthread_mutex_t monitor;
  pthread_cond_t released;
  int locked;
#endif
} Mutex;
void mutex_init(Mutex *mutex);
void mutex_acquire(Mutex *mutex);
void mutex_release(Mutex *mutex);

// lock_manager.c: a growing vector of mutexes for each kind of object.
typedef enum { kInodes, kBlocks, kFiles, kSpaces } Space;
void locks_init(void);
void lock(Space space, int number);
void unlock(Space space, int number);

// disk.c
typedef struct {
  int block, size, used;
} Inode;
void disk_init(void);
Inode read_inode(int number);
void write_inode(int number, Inode inode);
int read_bit(int block);
void write_bit(int block, int used);

// files.c: the number of an inode, or -1; numbers of bytes.
int file_create(void);
void file_unlink(int inode);
int file_read(int inode, int offset, Byte *bytes, int size);
int file_write(int inode, int offset, const Byte *bytes, int size);

// directory.c: the number of the inode, or -1.
int directory_create(int directory, char name);
int directory_unlink(int directory, char name);
int directory_lookup(int directory, char name);
#endif
