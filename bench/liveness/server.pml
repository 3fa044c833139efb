/* A server that answers the requests of two clients, step for step as in server.c. */
byte request[2];
bit answer[2];

proctype client(byte me) {
  skip; /* the thread starts */
ask:
#ifndef BUG
  request[me] = 1;
#else
  request[0] = me + 1;
#endif
await:
  if
  :: !answer[me] -> goto await
  :: answer[me]
  fi;
  answer[me] = 0;
  goto ask
}

active proctype server() {
  byte next, from;
  run client(0);
  run client(1);
poll:
#ifndef BUG
  if
  :: atomic { !request[next] -> next = 1 - next; goto poll }
  :: atomic { request[next] -> request[next] = 0 }
  fi;
answers:
  d_step { answer[next] = 1; next = 1 - next };
#else
  if
  :: atomic { !request[0] -> next = 1 - next; goto poll }
  :: atomic { request[0] -> from = request[0]; request[0] = 0 }
  fi;
answers:
  d_step { answer[from - 1] = 1; from = 0; next = 1 - next };
#endif
  goto poll
}

ltl response { [] <> server[0]@answers && [] <> !client[1]@await && [] <> !client[2]@await }
