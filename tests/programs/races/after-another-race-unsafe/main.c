// The reader comes to the data only after it has seen the flag: no state has both threads at the data, and yet they race.
#include <pthread.h>

int data, flag;

void *writer(void *unused) {
  data = 1;
  flag = 1;
  return 0;
}

void *reader(void *unused) {
  if (flag)
    return (void *)(long)data;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
