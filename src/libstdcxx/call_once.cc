// The function that std::call_once passes to pthread_once. It has no arguments, and finds the callable in variables of
// the calling thread.
#include <mutex>

namespace std {

__thread void* __once_callable;
__thread void (*__once_call)();

extern "C" void __once_proxy() { __once_call(); }

}  // namespace std
