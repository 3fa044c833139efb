#include <sys/timerfd.h>
#include <time.h>

int main(void) { return timerfd_create(CLOCK_MONOTONIC, 0) < 0; }
