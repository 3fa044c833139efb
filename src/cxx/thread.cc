// Twin of std::thread::join and detach, which libstdc++ compiles into its shared library. Here they are instrumented
// like the program. Both write the std::thread object; join does so after the thread has ended.
#include <pthread.h>

#include <cerrno>
#include <system_error>
#include <thread>

namespace std {

void thread::join() {
  const int error = joinable() ? pthread_join(_M_id._M_thread, nullptr) : EINVAL;
  if (error != 0) __throw_system_error(error);
  _M_id = id();
}

void thread::detach() {
  const int error = joinable() ? pthread_detach(_M_id._M_thread) : EINVAL;
  if (error != 0) __throw_system_error(error);
  _M_id = id();
}

}  // namespace std
