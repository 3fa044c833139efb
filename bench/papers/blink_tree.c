// [EQT06], BlinkTree: one level of a concurrent B-link tree after Sagiv. Container nodes form a list. Each of them has
// a mutex, a range of keys (low, high], and pointers to data nodes in the order of their keys, which its mutex
// protects. A lookup holds one mutex at a time, and moves to the right while the key is above the range of the node. A
// full node moves its upper half to a new node on its right. A node that has become empty takes one or all data nodes
// from its right neighbour. So the mutex that protects a data node changes, and a key may move to the left of a node
// that a lookup has already passed. The lookup then starts again.
//
// With -DBUG=1 a lookup reads the datum after it has unlocked the node, which races with an update. With -DBUG=2 it
// does not test the lower end of the range, and misses a key that has moved to the left.
//
// Expected: safe; -DBUG=1: a race; -DBUG=2: the assertion in reader fails.
// Sizes: READERS (1).
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef READERS
#define READERS 1
#endif
#ifndef BUG
#define BUG 0
#endif
#define CAPACITY 2

typedef struct {
  int key, datum;
} Data;

typedef struct Node {
  pthread_mutex_t mutex;
  int low, high;
  struct Node *right;
  Data *data[CAPACITY];
  int count;
} Node;

static Node *first;  // never removed; has no lower end

static Node *new_node(int low, int high, Node *right) {
  Node *node = calloc(1, sizeof *node);
  pthread_mutex_init(&node->mutex, 0);
  node->low = low;
  node->high = high;
  node->right = right;
  return node;
}

// The node whose range contains the key, locked. A removed node has an empty range, and leads to the first node.
static Node *locate(int key, int low_too) {
  Node *node = first;
  pthread_mutex_lock(&node->mutex);
  while (key > node->high || (low_too && key <= node->low)) {
    Node *next = key > node->high ? node->right : first;
    pthread_mutex_unlock(&node->mutex);
    node = next;
    pthread_mutex_lock(&node->mutex);
  }
  return node;
}

// The index of the key in the node, or its insertion point.
static int position(const Node *node, int key) {
  int at = 0;
  while (at < node->count && node->data[at]->key < key) at++;
  return at;
}

static int has(const Node *node, int at, int key) { return at < node->count && node->data[at]->key == key; }

static void put_at(Node *node, int at, Data *data) {
  for (int i = node->count; i > at; i--) node->data[i] = node->data[i - 1];
  node->data[at] = data;
  node->count++;
}

static Data *take_from(Node *node, int at) {
  Data *data = node->data[at];
  node->count--;
  for (int i = at; i < node->count; i++) node->data[i] = node->data[i + 1];
  return data;
}

// Moves the upper half to a new node, which no other thread can reach while this one is locked.
static Node *split(Node *node) {
  const int stay = node->count / 2;
  Node *right = new_node(node->data[stay - 1]->key, node->high, node->right);
  while (node->count > stay) put_at(right, 0, take_from(node, node->count - 1));
  node->high = right->low;
  node->right = right;
  return right;
}

static void insert(int key, int datum) {
  Node *node = locate(key, 1);
  int at = position(node, key);
  if (has(node, at, key)) {
    node->data[at]->datum = datum;
    pthread_mutex_unlock(&node->mutex);
    return;
  }
  Data *data = malloc(sizeof *data);
  *data = (Data){key, datum};
  Node *home = node;
  if (node->count == CAPACITY) {
    Node *right = split(node);
    if (key > node->high) home = right;
  }
  put_at(home, position(home, key), data);
  pthread_mutex_unlock(&node->mutex);
}

// The empty node takes data nodes from its right neighbour. Mutexes are acquired from left to right.
static void compress(Node *node) {
  Node *right = node->right;
  if (!right) return;
  pthread_mutex_lock(&right->mutex);
  if (right->count < CAPACITY) {
    while (right->count) put_at(node, node->count, take_from(right, 0));
    node->high = right->high;
    node->right = right->right;
    right->low = right->high = INT_MAX;
  } else {
    Data *data = take_from(right, 0);
    put_at(node, 0, data);
    node->high = right->low = data->key;
  }
  pthread_mutex_unlock(&right->mutex);
}

static void erase(int key) {
  Node *node = locate(key, 1);
  int at = position(node, key);
  if (has(node, at, key)) {
    free(take_from(node, at));
    if (!node->count) compress(node);
  }
  pthread_mutex_unlock(&node->mutex);
}

// The datum of the key, or -1.
static int lookup(int key) {
  Node *node = locate(key, BUG != 2);
  int at = position(node, key);
  Data *data = has(node, at, key) ? node->data[at] : 0;
  int datum = data && BUG != 1 ? data->datum : -1;
  pthread_mutex_unlock(&node->mutex);
  if (data && BUG == 1) datum = data->datum;
  return datum;
}

static void *inserter(void *argument) {
  insert(30, 301);
  insert(25, 250);
  return 0;
}

static void *deleter(void *argument) {
  erase(10);
  erase(20);
  return 0;
}

static void *reader(void *argument) {
  int datum = lookup(30);
  assert(datum == 300 || datum == 301);
  return 0;
}

// Ranges are adjacent, and keys are in their ranges and sorted.
static void check(void) {
  const int keys[] = {25, 30, 40}, data[] = {250, 301, 400};
  int found = 0, low = INT_MIN;
  for (Node *node = first; node; node = node->right) {
    assert(node->low == low && node->high > low && node->count <= CAPACITY);
    for (int i = 0; i < node->count; i++, found++) {
      assert(found < 3 && node->data[i]->key == keys[found] && node->data[i]->datum == data[found]);
      assert(node->data[i]->key > low && node->data[i]->key <= node->high);
    }
    low = node->high;
  }
  assert(found == 3 && low == INT_MAX);
}

int main(void) {
  first = new_node(INT_MIN, INT_MAX, 0);
  for (int key = 10; key <= 40; key += 10) insert(key, 10 * key);
  pthread_t threads[READERS + 2];
  pthread_create(&threads[0], 0, inserter, 0);
  pthread_create(&threads[1], 0, deleter, 0);
  for (int i = 0; i < READERS; i++) pthread_create(&threads[2 + i], 0, reader, 0);
  for (int i = 0; i < READERS + 2; i++) pthread_join(threads[i], 0);
  check();
  return 0;
}
