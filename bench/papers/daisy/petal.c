// Petal, the disk: a byte is transferred at the position of the head, and other threads may move the head before.
#include "daisy.h"

static Byte disk[kDiskBytes];

// With a -DWITNESS the head is atomic, so that the witness is the only violation, and not a data race on the head.
#if WITNESS == NONE
static int head;
#else
static atomic_int head;
#endif

static pthread_mutex_t disk_lock = PTHREAD_MUTEX_INITIALIZER;  // -DREPAIRED

static void begin(void) {
  if (kRepaired) pthread_mutex_lock(&disk_lock);
  if (kAtomicDisk) mover_atomic_begin();
}

static void end(void) {
  if (kAtomicDisk) mover_atomic_end();
  if (kRepaired) pthread_mutex_unlock(&disk_lock);
}

static void seek(int position) { head = position; }

static int transfer_position(int expected) {
  const int position = head;
  if (WITNESS == SEEK) mover_assert(position == expected);
  return position;
}

Byte petal_read(int position) {
  begin();
  seek(position);
  const Byte byte = disk[transfer_position(position)];
  end();
  return byte;
}

void petal_write(int position, Byte byte) {
  begin();
  seek(position);
  disk[transfer_position(position)] = byte;
  end();
}
