// The destructor of a global variable runs after main has returned, in code of the library alone. An error there is
// reported at the end of main.
#include <memory>

int number;
std::unique_ptr<int> pointer;

int main() {
  pointer.reset(&number);
}
