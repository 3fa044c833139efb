/* An echo server. Its clients may crash before they read the answer. BUG: the server does not ignore SIGPIPE, so a lost
 * connection kills it. */
#include <mover.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int argc, char **argv) {
  const int clients = argc > 2 ? atoi(argv[2]) : 2;
  struct sockaddr_in name = {0};
  name.sin_family = AF_INET;
  name.sin_port = htons((unsigned short)atoi(argv[1]));
#ifndef BUG
  signal(SIGPIPE, SIG_IGN);
#endif
  const int server = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(server, (struct sockaddr *)&name, sizeof name) != 0 || listen(server, 4) != 0) return 1;
  for (int i = 0; i < clients; ++i) {
    char byte;
    const int client = accept(server, 0, 0);
    while (read(client, &byte, 1) == 1)
      if (write(client, &byte, 1) != 1) break;
    close(client);
  }
  return 0;
}
