// Sessions by name: a session stays alive while somebody uses it, even when it has been removed.
// expect: safe
// wrong: memory, returns a reference to a session that another thread may remove
#include <cassert>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

struct Session {
  explicit Session(int user) : user(user) {}
  const int user;
};

class Registry {
 public:
  void add(const std::string& name, int user) {
    std::lock_guard guard(mutex_);
    sessions_[name] = std::make_shared<Session>(user);
  }
  void remove(const std::string& name) {
    std::lock_guard guard(mutex_);
    sessions_.erase(name);
  }
#ifdef WRONG
  Session* find(const std::string& name) {
    std::lock_guard guard(mutex_);
    auto found = sessions_.find(name);
    return found == sessions_.end() ? nullptr : found->second.get();
  }
#else
  std::shared_ptr<Session> find(const std::string& name) {
    std::lock_guard guard(mutex_);
    auto found = sessions_.find(name);
    return found == sessions_.end() ? nullptr : found->second;
  }
#endif

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<Session>> sessions_;
};

int main() {
  Registry registry;
  registry.add("alice", 1);
  std::thread remover([&] { registry.remove("alice"); });
  if (auto session = registry.find("alice")) assert(session->user == 1);
  remover.join();
}
