// What std::call_once passes to pthread_once: a function without arguments, which finds the callable in variables of
// the calling thread.
#include <mutex>

namespace std {

__thread void* __once_callable;
__thread void (*__once_call)();

extern "C" void __once_proxy() { __once_call(); }

}  // namespace std
