// Directories: names of files. Each operation takes the directory's lock, loads all entries, acts on them, and stores
// all of them again, even after a lookup. The original keeps the entries in a file of Daisy's own; here they are in memory.
#include "daisy.h"

typedef struct {
  char name;
  int inode;
} Entry;

static Entry stored[DIRECTORIES][ENTRIES];

static void load(int directory, Entry *entries) {
  for (int i = 0; i < ENTRIES; ++i) entries[i] = stored[directory][i];
}

static void store(int directory, const Entry *entries) {
  for (int i = 0; i < ENTRIES; ++i) stored[directory][i] = entries[i];
}

static int find(const Entry *entries, char name) {
  for (int i = 0; i < ENTRIES; ++i)
    if (entries[i].name == name) return i;
  return -1;
}

int directory_create(int directory, char name) {
  Entry entries[ENTRIES];
  lock(kFiles, directory);
  load(directory, entries);
  const int place = find(entries, 0);
  const int inode = place < 0 || find(entries, name) >= 0 ? -1 : file_create();
  if (inode >= 0) {
    entries[place].name = name;
    entries[place].inode = inode;
  }
  store(directory, entries);
  unlock(kFiles, directory);
  return inode;
}

int directory_unlink(int directory, char name) {
  Entry entries[ENTRIES];
  lock(kFiles, directory);
  load(directory, entries);
  const int place = find(entries, name);
  const int inode = place < 0 ? -1 : entries[place].inode;
  if (inode >= 0) {
    file_unlink(inode);
    entries[place].name = 0;
  }
  store(directory, entries);
  unlock(kFiles, directory);
  return inode;
}

int directory_lookup(int directory, char name) {
  Entry entries[ENTRIES];
  lock(kFiles, directory);
  load(directory, entries);
  const int place = find(entries, name);
  const int inode = place < 0 ? -1 : entries[place].inode;
  store(directory, entries);
  unlock(kFiles, directory);
  return inode;
}
