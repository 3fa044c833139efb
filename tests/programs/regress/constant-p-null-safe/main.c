// The operand of __builtin_constant_p is not evaluated; clang -O0 emits the load all the same.
int main(void) { int *p = 0; return __builtin_constant_p(*p); }
