long f(long x, int n) { return x >> n; }
int main(void) { return f(5, -1) != 0; }
