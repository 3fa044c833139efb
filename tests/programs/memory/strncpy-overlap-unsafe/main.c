#include <string.h>
char b[16] = "abcdef";
/* strncpy fills the memory that it has read with zeros. */
int main(void) { char *volatile p = b; strncpy(p, p + 4, 8); return 0; }
