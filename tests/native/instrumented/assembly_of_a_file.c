// expect: unknown
// says: assembly_of_a_file.c: assembly outside functions
int f(void);
asm(".globl f\nf: movl $1, %eax\n ret\n");
int main(void) { return f() - 1; }
