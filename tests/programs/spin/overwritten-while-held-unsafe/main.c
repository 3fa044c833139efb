#include <pthread.h>

static pthread_spinlock_t lock;

int main(void) {
  pthread_spin_init(&lock, 0);
  pthread_spin_lock(&lock);
  lock = 0; /* wrong */
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
}
