// What a thread does at its end, after it has destroyed its thread-local objects: notify_all_at_thread_exit, and the
// results of std::promise::set_value_at_thread_exit.
#include <pthread.h>

#include <condition_variable>
#include <future>

namespace std {

namespace {

pthread_once_t key_is_made = PTHREAD_ONCE_INIT;
pthread_key_t key;  // the thread's list, the last element first

void run_all(void* list) {
  for (auto* element = static_cast<__at_thread_exit_elt*>(list); element != nullptr;) {
    __at_thread_exit_elt* const next = element->_M_next;
    element->_M_cb(element);
    element = next;
  }
}

void add(__at_thread_exit_elt* element) {
  pthread_once(&key_is_made, [] { pthread_key_create(&key, run_all); });
  element->_M_next = static_cast<__at_thread_exit_elt*>(pthread_getspecific(key));
  pthread_setspecific(key, element);
}

struct Notifier final : __at_thread_exit_elt {
  condition_variable* condition;
  mutex* locked;

  static void run(void* element) {
    const unique_ptr<Notifier> self(static_cast<Notifier*>(static_cast<__at_thread_exit_elt*>(element)));
    self->locked->unlock();
    self->condition->notify_all();
  }
};

}  // namespace

void notify_all_at_thread_exit(condition_variable& condition, unique_lock<mutex> lock) {
  auto* notifier = new Notifier;
  notifier->_M_cb = Notifier::run;
  notifier->condition = &condition;
  notifier->locked = lock.release();
  add(notifier);
}

void __future_base::_State_baseV2::_Make_ready::_M_set() {
  _M_cb = _Make_ready::_S_run;
  add(this);
}

void __future_base::_State_baseV2::_Make_ready::_S_run(void* element) {
  const unique_ptr<_Make_ready> self(static_cast<_Make_ready*>(static_cast<__at_thread_exit_elt*>(element)));
  if (const shared_ptr<_State_baseV2> state = self->_M_shared_state.lock())
    state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
}

}  // namespace std
