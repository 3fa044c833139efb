// [LPQR05], table 1, Shipping: a workflow of two processes. A customer orders `total` items, to be shipped completely
// or not. A complete order is shipped with one notice. Any other order is shipped with several notices, each of a
// chosen number of items, until nothing is left. The customer waits until all items have arrived.
//
// Expected: safe. In the paper 206 states (unsound), 206 (CPC), 222 (cycle detection).
// Sizes: ORDERS (2), TOTAL (3), the most items of an order.
#include <assert.h>
#include <mover.h>
#include <pthread.h>

#include "channel.h"

#ifndef ORDERS
#define ORDERS 2
#endif
#ifndef TOTAL
#define TOTAL 3
#endif

enum { ORDER = 1, COMPLETE_ORDER, NOTICE };

static Channel orders = CHANNEL_INITIALIZER, notices = CHANNEL_INITIALIZER;

static void *customer(void *argument) {
  for (int order = 1; order <= ORDERS; order++) {
    int complete = mover_choose(2), total = 1 + mover_choose(TOTAL);
    channel_send(&orders, (Message){complete ? COMPLETE_ORDER : ORDER, order, total, &notices});
    int shipped = 0;
    do {
      Message notice = channel_receive(&notices);
      assert(notice.type == NOTICE && notice.correlation == order);
      assert(notice.body > 0);
      if (complete) assert(notice.body == total);
      shipped += notice.body;
    } while (shipped < total);
    assert(shipped - total < TOTAL);
  }
  return 0;
}

static void *shipping(void *argument) {
  for (int i = 0; i < ORDERS; i++) {
    Message order = channel_receive(&orders);
    assert(order.partner);
    if (order.type == COMPLETE_ORDER) {
      channel_send(order.partner, (Message){NOTICE, order.correlation, order.body, 0});
      continue;
    }
    assert(order.type == ORDER);
    for (int shipped = 0; shipped < order.body;) {
      int items = 1 + mover_choose(TOTAL);
      channel_send(order.partner, (Message){NOTICE, order.correlation, items, 0});
      shipped += items;
    }
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, customer, 0);
  pthread_create(&threads[1], 0, shipping, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
