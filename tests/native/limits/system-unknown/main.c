#include <stdlib.h>

int main(void) { return system("echo this must not run"); }
