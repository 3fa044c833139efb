// The array's storage ends each time round; 200,000 * 4000 bytes do not live at once.
int main(void) { for (int i = 0; i < 200000; i++) { int a[i % 1000 + 1]; a[0] = i; if (a[0] != i) return 1; } return 0; }
