// [LPQR05], table 1, AuctionHouse: a workflow of processes. A buyer and a seller each send their data to an auction
// house, which begins with the message that comes first. It receives both in parallel (it forks two receivers and joins
// them), has the auction registered by another service, waits for the answer, and answers both partners in parallel. A
// container is a message that an activity leaves for others.
//
// Expected: safe. In the paper 108 states (unsound), 108 (CPC), 108 (cycle detection).
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#include "channel.h"

enum { BUYER_DATA = 1, SELLER_DATA, REGISTRATION, REGISTERED, BUYER_ANSWER, SELLER_ANSWER };
enum { AUCTION = 7, REGISTERED_AS = 3 };

// The ports of the processes.
static Channel buyer_to_house = CHANNEL_INITIALIZER, seller_to_house = CHANNEL_INITIALIZER;
static Channel house_to_buyer = CHANNEL_INITIALIZER, house_to_seller = CHANNEL_INITIALIZER;
static Channel to_registration = CHANNEL_INITIALIZER, registration_to_house = CHANNEL_INITIALIZER;
static sem_t message_came;

typedef struct {
  int initialised;
  Message message;
} Container;

static Container buyer_data, seller_data, registration_answer;

static void *buyer(void *argument) {
  channel_send(&buyer_to_house, (Message){BUYER_DATA, AUCTION, 1, &house_to_buyer});
  sem_post(&message_came);
  Message answer = channel_receive(&house_to_buyer);
  assert(answer.type == BUYER_ANSWER && answer.correlation == AUCTION && answer.body == REGISTERED_AS);
  return 0;
}

static void *seller(void *argument) {
  channel_send(&seller_to_house, (Message){SELLER_DATA, AUCTION, 2, &house_to_seller});
  sem_post(&message_came);
  Message answer = channel_receive(&house_to_seller);
  assert(answer.type == SELLER_ANSWER && answer.correlation == AUCTION && answer.body == REGISTERED_AS);
  return 0;
}

static void *registration(void *argument) {
  Message request = channel_receive(&to_registration);
  assert(request.type == REGISTRATION && request.partner);
  channel_send(request.partner, (Message){REGISTERED, request.correlation, REGISTERED_AS, 0});
  return 0;
}

// The activities that the house runs in parallel.

static void *receive_buyer(void *argument) {
  buyer_data.message = channel_receive(&buyer_to_house);
  buyer_data.initialised = 1;
  assert(buyer_data.message.type == BUYER_DATA && buyer_data.message.partner);
  return 0;
}

static void *receive_seller(void *argument) {
  seller_data.message = channel_receive(&seller_to_house);
  seller_data.initialised = 1;
  assert(seller_data.message.type == SELLER_DATA && seller_data.message.partner);
  return 0;
}

static void *answer_buyer(void *argument) {
  assert(buyer_data.initialised && registration_answer.initialised);
  channel_send(buyer_data.message.partner,
               (Message){BUYER_ANSWER, buyer_data.message.correlation, registration_answer.message.body, 0});
  return 0;
}

static void *answer_seller(void *argument) {
  assert(seller_data.initialised && registration_answer.initialised);
  channel_send(seller_data.message.partner,
               (Message){SELLER_ANSWER, seller_data.message.correlation, registration_answer.message.body, 0});
  return 0;
}

static void in_parallel(void *(*first)(void *), void *(*second)(void *)) {
  pthread_t one, other;
  pthread_create(&one, 0, first, 0);
  pthread_create(&other, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
}

static void *house(void *argument) {
  sem_wait(&message_came);
  in_parallel(receive_buyer, receive_seller);
  assert(buyer_data.initialised && seller_data.initialised);
  assert(buyer_data.message.correlation == seller_data.message.correlation);
  int auction = buyer_data.message.correlation;
  channel_send(&to_registration, (Message){REGISTRATION, auction, 0, &registration_to_house});
  registration_answer.message = channel_receive(&registration_to_house);
  registration_answer.initialised = 1;
  assert(registration_answer.message.type == REGISTERED && registration_answer.message.correlation == auction);
  in_parallel(answer_buyer, answer_seller);
  return 0;
}

int main(void) {
  static void *(*const processes[])(void *) = {buyer, seller, registration, house};
  pthread_t threads[4];
  sem_init(&message_came, 0, 0);
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, processes[i], 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  return 0;
}
