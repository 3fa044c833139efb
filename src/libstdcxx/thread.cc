// std::thread: the start of a thread. (join and detach are in src/cxx.)
#include <pthread.h>

#include <system_error>
#include <thread>

namespace std {

// The first virtual function that is not inline: the table of virtual functions is emitted here.
thread::_State::~_State() = default;

// The function that each std::thread runs. The front end knows its name: reports name the function that it calls.
extern "C" void* __mover_run_std_thread(void* state) {
  const thread::_State_ptr owned(static_cast<thread::_State*>(state));
  owned->_M_run();
  return nullptr;
}

void thread::_M_start_thread(_State_ptr state, void (*)()) {
  const int error = pthread_create(&_M_id._M_thread, nullptr, __mover_run_std_thread, state.get());
  if (error != 0) __throw_system_error(error);
  (void)state.release();
}

}  // namespace std
