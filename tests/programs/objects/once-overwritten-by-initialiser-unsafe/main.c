#include <pthread.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;

static void initialise(void) { control = PTHREAD_ONCE_INIT; /* wrong */ }

int main(void) { pthread_once(&control, initialise); }
