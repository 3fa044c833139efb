// The destructor of a variable frees freed memory: the place is that of the variable.
#include <memory>

static int *number = new int(1);
static std::unique_ptr<int> owner(number);

int main() { delete number; }
