/* How time passes for a thread that does nothing about it but read the clock. Computing takes no time: what moves the
 * clock is sleeping and timing out, and a thread that reads the same time again and again at the same place, as a loop
 * does that polls until a deadline: such a loop ends here as it does in reality. Both machines use this (src/libc/clock.c,
 * runtime/intercept_time.cc), so that they agree. Times are nanoseconds. */
#ifndef MOVER_LIBC_CLOCK_READER_H
#define MOVER_LIBC_CLOCK_READER_H

enum {
  MOVER_CLOCK_PATIENCE = 6,  /* readings of the same time at the same place before the clock moves */
  MOVER_CLOCK_JUMPS = 5,     /* by 1 ms, 1 s, 17 min, 12 days, 32 years; then the clock stands still */
  MOVER_CLOCK_MANY = 32,     /* each so many readings of a thread the clock jumps, whatever the thread does */
  MOVER_CLOCK_MOST = MOVER_CLOCK_MANY * (MOVER_CLOCK_JUMPS + 1),
};

struct mover_clock_reader { /* of one thread */
  long seen;                /* what it read last */
  unsigned place;           /* where */
  unsigned idle;            /* how often before */
  unsigned readings;
};

static inline long mover_clock_jump(unsigned number) {
  long jump = 1000000;
  while (number-- != 0) jump *= 1000;
  return jump;
}

/* What the thread reads where the clock shows `now`: that, or later. */
static inline long mover_clock_reading(struct mover_clock_reader *reader, long now, unsigned place) {
  long reading = now;
  if (now != reader->seen || place != reader->place) {
    reader->idle = 0;
  } else {
    if (reader->idle == MOVER_CLOCK_PATIENCE + MOVER_CLOCK_JUMPS) return now;
    if (reader->idle >= MOVER_CLOCK_PATIENCE) reading = now + mover_clock_jump(reader->idle - MOVER_CLOCK_PATIENCE);
    reader->idle++;
  }
  if (reader->readings < MOVER_CLOCK_MOST) {
    reader->readings++;
    if (reading == now && reader->readings % MOVER_CLOCK_MANY == 0 && reader->readings < MOVER_CLOCK_MOST)
      reading = now + mover_clock_jump(reader->readings / MOVER_CLOCK_MANY - 1);
  }
  reader->seen = reading;
  reader->place = place;
  return reading;
}

#endif
