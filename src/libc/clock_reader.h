/* The passage of time for a thread that reads the clock repeatedly. Computing takes no time, and the clock is advanced
 * by sleeping and by timing out. But a loop that polls the clock until a deadline must end, as it does in reality. So
 * the clock also jumps forward if a thread repeatedly reads the same time at the same place. Both machines use this
 * file (src/libc/clock.c, runtime/interception/time.cc), so they agree. Times are in nanoseconds. */
#ifndef MOVER_LIBC_CLOCK_READER_H
#define MOVER_LIBC_CLOCK_READER_H

enum {
  /* The number of successive jumps of the clock: 1 ms, 1 s, 17 min, 12 days, 32 years. After them it stands still. */
  MOVER_CLOCK_JUMPS = 5,
  /* The clock jumps after so many further readings of the same time at the same place. */
  MOVER_CLOCK_SAME_PLACE = 6,
  /* The clock jumps after so many further readings of the same time, at whatever places. */
  MOVER_CLOCK_STILL = 256,
  /* The clock also jumps after every so many readings that find that time has passed. */
  MOVER_CLOCK_MANY = 16,
  /* A new phase, in which these readings are counted from 0 again, begins when the thread reads the clock at a place
     at which it has not read the clock during the last MOVER_CLOCK_MANY of them. This is the largest number of new
     phases. */
  MOVER_CLOCK_PHASES = 8,
  /* The number of places of recent readings that a thread's record has. */
  MOVER_CLOCK_PLACES = 3,
  /* After so many readings in one phase that find that time has passed, the execution is not explored further. */
  MOVER_CLOCK_MOST = MOVER_CLOCK_MANY * (MOVER_CLOCK_JUMPS + 1),
};

/* When more than 150 years have passed in an execution, it is not explored beyond its next clock reading, because times
 * would soon overflow. */
#define MOVER_CLOCK_HORIZON (150l * 365 * 24 * 60 * 60 * 1000000000)

struct mover_clock_reader { /* of one thread */
  long seen;                /* the last reading */
  unsigned place;           /* the place of the last reading */
  unsigned idle;            /* the number of earlier readings of the same time at that place */
  unsigned jumps;           /* the number of jumps at that place; each is larger than the one before it */
  unsigned still;           /* the number of earlier readings of the same time at any place */
  unsigned passed;          /* the number of readings in this phase that found that time had passed */
  unsigned phases;          /* the number of earlier phases: a program may enter a polling loop repeatedly */
  /* The places of recent readings, and `passed` at each of these. */
  unsigned places[MOVER_CLOCK_PLACES], passed_at[MOVER_CLOCK_PLACES];
};

static inline long mover_clock_jump(unsigned number) {
  long jump = 1000000;
  while (number-- != 0) jump *= 1000;
  return jump;
}

/* Records a reading at this place. If the thread has not read the clock there for a long time, a new phase begins. The
 * place where a deadline is computed begins a new phase each time, but the places in the loop that waits for the
 * deadline do not. */
static inline void mover_clock_visit(struct mover_clock_reader *reader, unsigned place) {
  unsigned at = 0, i;
  while (at < MOVER_CLOCK_PLACES - 1 && reader->places[at] != place) at++;
  if (reader->places[at] == place && reader->passed > reader->passed_at[at] + MOVER_CLOCK_MANY &&
      reader->phases < MOVER_CLOCK_PHASES) {
    reader->phases++;
    reader->passed = 0;
    for (i = 0; i < MOVER_CLOCK_PLACES; i++) reader->passed_at[i] = 0;
  }
  for (; at > 0; at--) { /* moves the place to the front of the list */
    reader->places[at] = reader->places[at - 1];
    reader->passed_at[at] = reader->passed_at[at - 1];
  }
  reader->places[0] = place;
  reader->passed_at[0] = reader->passed;
}

/* The time that the thread reads if the clock shows `now`: the same time, or a later one if the clock jumps. */
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
    if (reader->idle == MOVER_CLOCK_SAME_PLACE)
      reading = now + mover_clock_jump(reader->jumps++);
    else if (reader->still >= MOVER_CLOCK_STILL && reader->still < MOVER_CLOCK_STILL + MOVER_CLOCK_JUMPS)
      reading = now + mover_clock_jump(reader->still - MOVER_CLOCK_STILL);
    if (reader->idle < MOVER_CLOCK_SAME_PLACE) reader->idle++;
    if (reader->still < MOVER_CLOCK_STILL + MOVER_CLOCK_JUMPS) reader->still++;
  }
  reader->seen = reading;
  reader->place = place;
  return reading;
}

#endif
