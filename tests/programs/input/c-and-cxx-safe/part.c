int from_c(int x) { return 2 * x + 2; }
