/* The definition of FILE. */
#ifndef MOVER_LIBC_STREAMS_H
#define MOVER_LIBC_STREAMS_H

struct stream {
  int descriptor;
};

#endif
