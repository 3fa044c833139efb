/* The alternating-bit protocol, step for step as in alternating_bit.c. */
byte message = 2, acknowledgement = 2, received;
bit kept;

proctype receiver() {
  byte got;
  skip; /* the thread starts */
receive:
  if
  :: message == 2 -> goto receive
  :: d_step { message != 2 -> got = message; message = 2 }
  fi;
  received = got;
  d_step { acknowledgement = got; got = 0 };
  goto receive
}

active proctype sender() {
  bit bit_to_send = 1, keep;
  run receiver();
send:
  if
  :: keep = 0
  :: keep = 1
  fi;
  d_step { kept = keep; keep = 0 };
  if
  :: kept
  :: !kept -> goto wait
  fi;
  message = bit_to_send;
wait:
  if
  :: atomic { acknowledgement == bit_to_send -> bit_to_send = 1 - bit_to_send; goto send }
#ifndef BUG
  :: acknowledgement != bit_to_send -> goto send
  fi
#else
  :: acknowledgement != bit_to_send
  fi;
  kept = 1 - kept;
  goto wait
#endif
}

ltl delivery { ([] <> kept) -> ([] <> (received == 1)) }
