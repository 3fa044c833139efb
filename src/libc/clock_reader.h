/* The passage of time for a thread that only reads the clock. Computing takes no time. The clock is advanced by
 * sleeping, by timing out, and by a thread that repeatedly reads the same time at the same place, as a loop does
 * that polls until a deadline: such a loop ends here as it does in reality. Both machines use this file
 * (src/libc/clock.c, runtime/interception/time.cc), so they agree. Times are in nanoseconds. */
#ifndef MOVER_LIBC_CLOCK_READER_H
#define MOVER_LIBC_CLOCK_READER_H

enum {
  /* The clock jumps by 1 ms, 1 s, 17 min, 12 days and 32 years; then it stands still. */
  MOVER_CLOCK_JUMPS = 5,
  /* The number of readings of the same time at the same place before the clock jumps, and at any place. */
  MOVER_CLOCK_PATIENCE = 6,
  MOVER_CLOCK_STILL = 256,
  /* The clock also jumps after every so many readings that find that time has passed. */
  MOVER_CLOCK_MANY = 16,
  /* A place that was not read during more than MOVER_CLOCK_MANY such readings begins a new phase, in which they are
     counted anew, at most so many times. */
  MOVER_CLOCK_PHASES = 8,
  /* The number of places that are remembered. */
  MOVER_CLOCK_PLACES = 3,
  /* After so many readings that find that time has passed, the execution is not explored further. */
  MOVER_CLOCK_MOST = MOVER_CLOCK_MANY * (MOVER_CLOCK_JUMPS + 1),
};

/* An execution of more than 150 years is not explored beyond its next clock reading, because times would overflow
 * soon. */
#define MOVER_CLOCK_HORIZON (150l * 365 * 24 * 60 * 60 * 1000000000)

struct mover_clock_reader { /* of one thread */
  long seen;                /* the last reading */
  unsigned place;           /* the place of the last reading */
  unsigned idle;            /* the number of earlier readings of the same time at that place */
  unsigned jumps;           /* the clock's jumps for the thread at that place, each larger than the last */
  unsigned still;           /* the number of readings of the same time at any place */
  unsigned passed;          /* readings in this phase that found that time had passed */
  unsigned phases;          /* earlier phases: a polling loop may be entered again and again */
  /* The places of recent readings, and `passed` at each of these. */
  unsigned places[MOVER_CLOCK_PLACES], passed_at[MOVER_CLOCK_PLACES];
};

static inline long mover_clock_jump(unsigned number) {
  long jump = 1000000;
  while (number-- != 0) jump *= 1000;
  return jump;
}

/* A place that was read long ago begins a new phase: so does the place where a deadline is computed, but no place in
 * the loop that waits for the deadline. */
static inline void mover_clock_visit(struct mover_clock_reader *reader, unsigned place) {
  unsigned at = 0, i;
  while (at < MOVER_CLOCK_PLACES - 1 && reader->places[at] != place) at++;
  if (reader->places[at] == place && reader->passed > reader->passed_at[at] + MOVER_CLOCK_MANY &&
      reader->phases < MOVER_CLOCK_PHASES) {
    reader->phases++;
    reader->passed = 0;
    for (i = 0; i < MOVER_CLOCK_PLACES; i++) reader->passed_at[i] = 0;
  }
  for (; at > 0; at--) { /* the latest comes first */
    reader->places[at] = reader->places[at - 1];
    reader->passed_at[at] = reader->passed_at[at - 1];
  }
  reader->places[0] = place;
  reader->passed_at[0] = reader->passed;
}

/* The thread's reading when the clock shows `now`: the same or later. */
static inline long mover_clock_reading(struct mover_clock_reader *reader, long now, unsigned place) {
  long reading = now;
  mover_clock_visit(reader, place);
  if (place != reader->place) reader->idle = reader->jumps = 0;
  if (now != reader->seen) {
    reader->idle = reader->still = 0;
    if (reader->passed < MOVER_CLOCK_MOST) reader->passed++;
    if (reader->passed % MOVER_CLOCK_MANY == 0 && reader->passed < MOVER_CLOCK_MOST)
      reading = now + mover_clock_jump(reader->passed / MOVER_CLOCK_MANY - 1);
  } else {
    if (reader->jumps == MOVER_CLOCK_JUMPS) return now;
    if (reader->idle == MOVER_CLOCK_PATIENCE)
      reading = now + mover_clock_jump(reader->jumps++);
    else if (reader->still >= MOVER_CLOCK_STILL && reader->still < MOVER_CLOCK_STILL + MOVER_CLOCK_JUMPS)
      reading = now + mover_clock_jump(reader->still - MOVER_CLOCK_STILL);
    if (reader->idle < MOVER_CLOCK_PATIENCE) reader->idle++;
    if (reader->still < MOVER_CLOCK_STILL + MOVER_CLOCK_JUMPS) reader->still++;
  }
  reader->seen = reading;
  reader->place = place;
  return reading;
}

#endif
