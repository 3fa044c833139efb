// An object is deleted while another thread uses it.
#include <cstdio>
#include <string>
#include <thread>
#include <vector>
struct Session {
  int id;
  std::vector<int> log;
};
struct Server {
  Session* current = nullptr;
  void serve() {
    if (current) current->log.push_back(1);
  }
  void drop() {
    delete current;
    current = nullptr;
  }
};
int main() {
  Server server;
  server.current = new Session{1, {}};
  std::thread t(&Server::serve, &server);
  server.drop();
  t.join();
}
