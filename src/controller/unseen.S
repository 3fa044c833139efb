/* Linked with what was not compiled with instrumentation: says so to the run-time library (runtime/instrumented.cc). */
.section mover_assembly, "aR", @progbits
.asciz MOVER_UNSEEN
.section .note.GNU-stack, "", @progbits
