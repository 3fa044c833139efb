// expect: unknown
// says: the function f, which is assembly
__attribute__((naked)) int f(void) { asm("movl $1, %eax\n ret"); }
int main(void) { return f() - 1; }
