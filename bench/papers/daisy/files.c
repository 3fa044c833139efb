// Files: an inode and a block each.
#include "daisy.h"

// A free inode, marked as used and locked, or -1.
static int allocate_inode(void) {
  for (int number = 0; number < INODES; ++number) {
    lock(kInodes, number);
    Inode inode = read_inode(number);
    if (!inode.used) {
      inode.used = 1;
      write_inode(number, inode);
      return number;
    }
    unlock(kInodes, number);
  }
  return -1;
}

// A free block, marked as used, or -1.
static int allocate_block(void) {
  for (int block = 0; block < BLOCKS; ++block) {
    lock(kBlocks, block);
    const int used = read_bit(block);
    if (!used) write_bit(block, 1);
    unlock(kBlocks, block);
    if (!used) return block;
  }
  return -1;
}

static void free_block(int block) {
  lock(kBlocks, block);
  write_bit(block, 0);
  unlock(kBlocks, block);
}

int file_create(void) {
  const int number = allocate_inode();
  if (number < 0) return -1;
  const int block = allocate_block();
  const Inode inode = {block < 0 ? 0 : block, 0, block >= 0};
  write_inode(number, inode);
  unlock(kInodes, number);
  return block < 0 ? -1 : number;
}

// Like the original, this function does not check that the inode is used.
void file_unlink(int number) {
  lock(kInodes, number);
  Inode inode = read_inode(number);
  inode.used = 0;
  free_block(inode.block);
  write_inode(number, inode);
  unlock(kInodes, number);
}

int file_read(int number, int offset, Byte *bytes, int size) {
  lock(kInodes, number);
  const Inode inode = read_inode(number);
  int count = 0;
  lock(kBlocks, inode.block);
  for (; count < size && offset + count < inode.size; ++count)
    bytes[count] = petal_read(kBlockArea + inode.block * BLOCK_BYTES + offset + count);
  unlock(kBlocks, inode.block);
  unlock(kInodes, number);
  return count;
}

int file_write(int number, int offset, const Byte *bytes, int size) {
  lock(kInodes, number);
  Inode inode = read_inode(number);
  int count = 0;
  lock(kBlocks, inode.block);
  for (; count < size && offset + count < BLOCK_BYTES; ++count)
    petal_write(kBlockArea + inode.block * BLOCK_BYTES + offset + count, bytes[count]);
  if (offset + count > inode.size) {
    inode.size = offset + count;
    write_inode(number, inode);
  }
  unlock(kBlocks, inode.block);
  unlock(kInodes, number);
  return count;
}
