#include <pthread.h>
int n = 32;
int main(void) { int x = 1; return (x << n) == 3; }
