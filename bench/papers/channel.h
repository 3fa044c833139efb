// A bounded channel between threads, for programs of communicating processes: a mutex and two conditions around a
// queue. When a message is received, the queue is shifted and the free slot cleared, so that channels with the same
// messages are equal.
#ifndef CHANNEL_H
#define CHANNEL_H

#include <pthread.h>

#ifndef CHANNEL_CAPACITY
#define CHANNEL_CAPACITY 2
#endif

struct Channel;

// Sender and receiver agree on the meaning of the fields.
typedef struct {
  int type;
  int correlation;
  int body;
  struct Channel *partner;  // the channel for the answer
} Message;

typedef struct Channel {
  pthread_mutex_t mutex;
  pthread_cond_t not_empty, not_full;
  int count;
  Message queue[CHANNEL_CAPACITY];
} Channel;

#define CHANNEL_INITIALIZER                                                             \
  {                                                                                     \
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, { \
      { 0 }                                                                             \
    }                                                                                   \
  }

// REQUIRES: the mutex is held and the channel is not full.
static inline void channel_put(Channel *channel, Message message) {
  channel->queue[channel->count++] = message;
  pthread_cond_signal(&channel->not_empty);
}

// REQUIRES: the mutex is held and the channel is not empty.
static inline Message channel_take(Channel *channel) {
  Message message = channel->queue[0];
  channel->count--;
  for (int i = 0; i < channel->count; i++) channel->queue[i] = channel->queue[i + 1];
  channel->queue[channel->count] = (Message){0};
  pthread_cond_signal(&channel->not_full);
  return message;
}

// Waits while the channel is full.
static inline void channel_send(Channel *channel, Message message) {
  pthread_mutex_lock(&channel->mutex);
  while (channel->count == CHANNEL_CAPACITY) pthread_cond_wait(&channel->not_full, &channel->mutex);
  channel_put(channel, message);
  pthread_mutex_unlock(&channel->mutex);
}

// Loses the message if the channel is full.
static inline void channel_send_or_lose(Channel *channel, Message message) {
  pthread_mutex_lock(&channel->mutex);
  if (channel->count < CHANNEL_CAPACITY) channel_put(channel, message);
  pthread_mutex_unlock(&channel->mutex);
}

// Waits while the channel is empty.
static inline Message channel_receive(Channel *channel) {
  pthread_mutex_lock(&channel->mutex);
  while (channel->count == 0) pthread_cond_wait(&channel->not_empty, &channel->mutex);
  Message message = channel_take(channel);
  pthread_mutex_unlock(&channel->mutex);
  return message;
}

// Does not wait: returns 0 if the channel is empty.
static inline int channel_poll(Channel *channel, Message *message) {
  pthread_mutex_lock(&channel->mutex);
  int any = channel->count > 0;
  if (any) *message = channel_take(channel);
  pthread_mutex_unlock(&channel->mutex);
  return any;
}

#endif
