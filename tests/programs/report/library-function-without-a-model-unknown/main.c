/* The interpreter has no model of `opendir`. */
#include <dirent.h>

int main(void) { return opendir(".") == 0; }
