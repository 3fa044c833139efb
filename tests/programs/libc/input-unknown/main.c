/* Input is not modelled. */
#include <stdio.h>

int main(void) { return getchar(); }
