/* The clock of the models, in nanoseconds since 1970. All clocks of the system show the same time; those of
 * processor time begin at 0 and do not advance while threads sleep. */
#ifndef MOVER_LIBC_CLOCK_H
#define MOVER_LIBC_CLOCK_H

#include <time.h>

long __mover_read_clock(void);
long __mover_read_processor_clock(void);

int __mover_is_valid_time(struct timespec time);
long __mover_nanoseconds(struct timespec time);

/* The calling thread sleeps for that duration, or until that time. */
void __mover_sleep(long duration);
void __mover_sleep_until(long when);

/* The result of a timed operation that has ended by its deadline: ETIMEDOUT, not before the deadline, or EINVAL. */
int __mover_timed_out(const struct timespec *deadline);

#endif
