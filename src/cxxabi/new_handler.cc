// The function that operator new calls when there is no memory (src/libc/cxx.c).
#include <new>

extern "C" std::new_handler __mover_new_handler;

std::new_handler std::get_new_handler() noexcept { return __atomic_load_n(&__mover_new_handler, __ATOMIC_ACQUIRE); }
std::new_handler std::set_new_handler(std::new_handler next) noexcept {
  return __atomic_exchange_n(&__mover_new_handler, next, __ATOMIC_ACQ_REL);
}
