int main(void) { char big[399999]; int x = 3; return x - 3; }
