// std::thread::hardware_concurrency. Every machine reports the same number of processors.
#include <unistd.h>

#include <thread>

unsigned std::thread::hardware_concurrency() noexcept { return static_cast<unsigned>(sysconf(_SC_NPROCESSORS_ONLN)); }
