// The program replaces only operator new: the library's delete frees memory of malloc.
#include <cstdlib>
#include <new>
#include <thread>
void* operator new(size_t n) { return std::malloc(n); }
int main() { std::thread t([] { delete new int; delete[] new int[3]; }); t.join(); }
