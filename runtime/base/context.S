# Switches between the threads of the program, which are contexts of one kernel thread.
#
# void mover_switch_context(Context* from /* rdi */, Context* to /* rsi */)
# A context is a stack pointer and the base of thread-local storage; callee-saved registers and the floating-point modes
# lie on the stack. wrfsbase needs a kernel that allows it (AT_HWCAP2 bit 1); entry/start.cc checks this.
    .text
    .globl mover_switch_context
    .hidden mover_switch_context
    .type mover_switch_context, @function
mover_switch_context:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    subq $8, %rsp
    stmxcsr (%rsp)
    fnstcw 4(%rsp)
    movl (%rsp), %ecx
    movzwl 4(%rsp), %edx
    movq %rsp, (%rdi)
    movq (%rsi), %rsp
    movq 8(%rsi), %rax
    wrfsbase %rax
    cmpl %ecx, (%rsp)  # setting the modes takes longer than comparing them
    jne 1f
    cmpw %dx, 4(%rsp)
    je 2f
1:  ldmxcsr (%rsp)
    fldcw 4(%rsp)
2:  addq $8, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    popq %rcx  # not ret: the processor would mispredict its target
    jmpq *%rcx
    .size mover_switch_context, .-mover_switch_context

# A new context begins here. Its function is in r12 and does not return.
    .globl mover_begin_context
    .hidden mover_begin_context
    .type mover_begin_context, @function
mover_begin_context:
    .cfi_startproc
    .cfi_undefined rip
    xorl %ebp, %ebp
    callq *%r12
    ud2
    .cfi_endproc
    .size mover_begin_context, .-mover_begin_context
    .section .note.GNU-stack,"",@progbits
