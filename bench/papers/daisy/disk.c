// Longs, inodes and the allocation bitmap on the disk. A long is little-endian.
#include "daisy.h"

static int read_long(int position) {
  int number = 0;
  for (int i = 0; i < LONG_BYTES; ++i) number |= petal_read(position + i) << 8 * i;
  return number;
}

static void write_long(int position, int number) {
  for (int i = 0; i < LONG_BYTES; ++i) petal_write(position + i, (Byte)(number >> 8 * i));
}

// Call with the inode's lock.
Inode read_inode(int number) {
  const int position = kInodeArea + number * kInodeBytes;
  Inode inode;
  inode.block = read_long(position);
  inode.size = read_long(position + LONG_BYTES);
  inode.used = read_long(position + 2 * LONG_BYTES);
  return inode;
}

// Call with the inode's lock.
void write_inode(int number, Inode inode) {
  const int position = kInodeArea + number * kInodeBytes;
  write_long(position, inode.block);
  write_long(position + LONG_BYTES, inode.size);
  write_long(position + 2 * LONG_BYTES, inode.used);
}

// -DREPAIRED: a lock for each byte of the bitmap.
static pthread_mutex_t byte_locks[kBitmapBytes];

// By byte of the bitmap: the block + 1 for which a thread updates the byte. Only with a -DWITNESS that needs two
// concurrent updates.
static atomic_int updated_for[kBitmapBytes];

void disk_init(void) {
  for (int i = 0; i < kBitmapBytes; ++i) pthread_mutex_init(&byte_locks[i], 0);
  for (int position = 0; position < kDiskBytes; ++position) petal_write(position, 0);
}

static void begin_update(int block) {
  if (kRepaired) pthread_mutex_lock(&byte_locks[block / 8]);
  if (WITNESS != WW1 && WITNESS != WW2) return;
  const int other = atomic_exchange(&updated_for[block / 8], block + 1);
  if (other == 0) return;
  const int lower = WITNESS == WW1 ? 0 : 1;  // of the two blocks
  mover_assert(other - 1 + block != 2 * lower + 1);
}

static void end_update(int block) {
  if (WITNESS == WW1 || WITNESS == WW2) updated_for[block / 8] = 0;
  if (kRepaired) pthread_mutex_unlock(&byte_locks[block / 8]);
}

// Call with the block's lock.
int read_bit(int block) {
  if (kRepaired) pthread_mutex_lock(&byte_locks[block / 8]);
  const Byte byte = petal_read(kBitmap + block / 8);
  if (kRepaired) pthread_mutex_unlock(&byte_locks[block / 8]);
  return byte >> block % 8 & 1;
}

// Call with the block's lock, which does not protect the other seven bits of the byte.
void write_bit(int block, int used) {
  begin_update(block);
  const int mask = 1 << block % 8;
  const Byte byte = petal_read(kBitmap + block / 8);
  petal_write(kBitmap + block / 8, (Byte)(used ? byte | mask : byte & ~mask));
  end_update(block);
}
