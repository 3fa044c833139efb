/* A client of the echo server. */
#include <assert.h>
#include <mover.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int argc, char **argv) {
  struct sockaddr_in name = {0};
  (void)argc;
  name.sin_family = AF_INET;
  name.sin_port = htons((unsigned short)atoi(argv[1]));
  int client = socket(AF_INET, SOCK_STREAM, 0);
  while (connect(client, (struct sockaddr *)&name, sizeof name) != 0) continue; /* until the server listens */
  char byte = argv[2][0], answer = 0;
  assert(write(client, &byte, 1) == 1);
  mover_may_crash();
  assert(read(client, &answer, 1) == 1 && answer == byte);
  return 0;
}
