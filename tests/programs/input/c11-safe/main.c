_Static_assert(__STDC_VERSION__ == 201112L, "C11 was asked for");
int main(void) { return 0; }
