// expect: unknown
// says: calls `f` at assembly_naked.c:4, which is not instrumented
__attribute__((naked)) int f(void) { asm("movl $1, %eax\n ret"); }
int main(void) { return f() - 1; }
