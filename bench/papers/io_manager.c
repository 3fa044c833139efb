// [EQT06], IOManager: the processing of I/O request packets. A creator initialises packets and puts them into the
// driver's queue. The driver takes them out and completes them. Another thread may cancel them at any time. Completed
// and cancelled packets go to a second queue, for post-processing. Both queues have a mutex and a condition. A packet
// is `cancellable` after it has been put into the driver's queue. The thread that clears this flag (the driver or the
// canceller) owns the packet from then on. If the flag is not set yet, `cancelled` tells the driver about the request.
//
// With -DBUG=1 the creator sets the length of a packet that is already in the queue. With -DBUG=2 the canceller drops a
// packet that it owns but does not find in the queue, and the driver, which has it, leaves it to the canceller.
//
// Expected: safe; -DBUG=1: a race; -DBUG=2: a deadlock.
// Sizes: PACKETS (2).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PACKETS
#define PACKETS 2
#endif
#ifndef BUG
#define BUG 0
#endif

typedef enum { NEW, COMPLETED, CANCELLED } Status;

typedef struct Packet {
  atomic_int cancellable, cancelled;
  int length, transferred, processed;
  Status status;
  struct Packet *next;
} Packet;

typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  Packet *packets;
  int closed;
} Queue;

static Queue driver_queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
static Queue done_queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
static Packet packets[PACKETS];

static void put(Queue *queue, Packet *packet, int cancellable) {
  pthread_mutex_lock(&queue->mutex);
  Packet **link = &queue->packets;
  while (*link) link = &(*link)->next;
  *link = packet;
  packet->next = 0;
  if (cancellable) packet->cancellable = 1;
  pthread_cond_signal(&queue->changed);
  pthread_mutex_unlock(&queue->mutex);
}

// Waits for a packet; null if there will be no more packets.
static Packet *take(Queue *queue) {
  pthread_mutex_lock(&queue->mutex);
  while (!queue->packets && !queue->closed) pthread_cond_wait(&queue->changed, &queue->mutex);
  Packet *packet = queue->packets;
  if (packet) queue->packets = packet->next;
  pthread_mutex_unlock(&queue->mutex);
  return packet;
}

// Removes the packet. Returns whether it was in the queue.
static int take_out(Queue *queue, Packet *packet) {
  pthread_mutex_lock(&queue->mutex);
  Packet **link = &queue->packets;
  while (*link && *link != packet) link = &(*link)->next;
  int found = *link != 0;
  if (found) *link = packet->next;
  pthread_mutex_unlock(&queue->mutex);
  return found;
}

static void close_queue(Queue *queue) {
  pthread_mutex_lock(&queue->mutex);
  queue->closed = 1;
  pthread_cond_broadcast(&queue->changed);
  pthread_mutex_unlock(&queue->mutex);
}

static void finish(Packet *packet, Status status, int transferred) {
  assert(packet->status == NEW);
  packet->status = status;
  packet->transferred = transferred;
  put(&done_queue, packet, 0);
}

static void *creator(void *argument) {
  for (int i = 0; i < PACKETS; i++) {
    if (BUG != 1) packets[i].length = i + 1;
    put(&driver_queue, &packets[i], 1);
    if (BUG == 1) packets[i].length = i + 1;
  }
  close_queue(&driver_queue);
  return 0;
}

static void *driver(void *argument) {
  Packet *packet;
  while ((packet = take(&driver_queue))) {
    if (!atomic_exchange(&packet->cancellable, 0)) continue;  // the canceller owns it
    if (packet->cancelled)
      finish(packet, CANCELLED, 0);
    else
      finish(packet, COMPLETED, packet->length);
  }
  return 0;
}

static void *canceller(void *argument) {
  Packet *packet = &packets[PACKETS - 1];
  packet->cancelled = 1;
  if (!atomic_exchange(&packet->cancellable, 0)) return 0;  // the driver owns it, or it is not queued yet
  int found = take_out(&driver_queue, packet);
  if (found || BUG != 2) finish(packet, CANCELLED, 0);
  return 0;
}

static void *post_processor(void *argument) {
  for (int i = 0; i < PACKETS; i++) {
    Packet *packet = take(&done_queue);
    packet->processed++;
    assert(packet->status != NEW && packet->processed == 1);
    if (packet->status == CANCELLED)
      assert(packet->cancelled && packet->transferred == 0);
    else
      assert(BUG == 1 || packet->transferred == packet - packets + 1);
  }
  return 0;
}

int main(void) {
  void *(*const roles[])(void *) = {creator, driver, canceller, post_processor};
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, roles[i], 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  for (int i = 0; i < PACKETS; i++) assert(packets[i].processed == 1);
  return 0;
}
