/* The clock of the models, in nanoseconds since 1970. All clocks of the system show the same time, except those of
 * processor time, which begin at 0 and do not advance while threads sleep. */
#ifndef MOVER_LIBC_CLOCK_H
#define MOVER_LIBC_CLOCK_H

#include <time.h>

/* The last nanosecond of 2023-11-14 22:13:20 UTC: if a program adds nanoseconds to it without a carry to the seconds,
 * the deadline is invalid. */
#define MOVER_CLOCK_BEGINNING (1700000000 * 1000000000l + 999999999)

/* If the program does not observe the time, each reading shows the beginning. Then this is the latest deadline by which
 * a wait of the thread has timed out since its last reading: the deadline has passed in later waits, too. */
extern _Thread_local long __mover_passed_deadline;

long __mover_read_clock(void);
long __mover_read_processor_clock(void);

int __mover_is_valid_time(struct timespec time);
long __mover_nanoseconds(struct timespec time);

/* The calling thread sleeps for that duration, or until that time. Other threads may run, and the clock advances. */
void __mover_sleep(long duration);
void __mover_sleep_until(long when);

/* For a timed operation that ends because of its deadline: advances the clock to the deadline and returns ETIMEDOUT, or
 * returns EINVAL if the deadline is no valid time. */
int __mover_timed_out(const struct timespec *deadline);

#endif
