// The destructor of a variable frees what is gone: the place is that of the variable.
#include <memory>

static int *number = new int(1);
static std::unique_ptr<int> owner(number);

int main() { delete number; }
