/* The processor's part of the exported functions: each jumps through its entry in a table, with all registers as the caller left them.
 *
 * At first an entry leads to first_call, which keeps the registers that carry arguments, asks topomorph_target() where the call
 * goes, and jumps there. topomorph_target() puts what it knows into the table (plugin/front/targets.cpp).
 *
 *   stub NAME, NUMBER   defines the exported function NAME and its entry
 *   end_of_stubs        ends the table */

  .section .data.topomorph_targets,"aw",%progbits
  .balign 8
  .globl topomorph_targets
  .hidden topomorph_targets
  .type topomorph_targets,%object
topomorph_targets:
  .text
  .hidden topomorph_target

#if defined(__x86_64__)

/* rdi, rsi, rdx, rcx, r8, r9 and xmm0 to xmm7 carry arguments, al the number of vectors of a variadic call; r10 and r11 are free here
 * (r10 is a nested function's chain, which no exported function has). The number of the function is on the stack. */
  .balign 16
  .type first_call,%function
first_call:
  .cfi_startproc
  .cfi_def_cfa_offset 16
  pushq %rbp
  .cfi_def_cfa_offset 24
  .cfi_offset %rbp,-24
  movq %rsp,%rbp
  .cfi_def_cfa_register %rbp
  subq $192,%rsp
  andq $-16,%rsp
  movq %rax,(%rsp)
  movq %rdi,8(%rsp)
  movq %rsi,16(%rsp)
  movq %rdx,24(%rsp)
  movq %rcx,32(%rsp)
  movq %r8,40(%rsp)
  movq %r9,48(%rsp)
  movaps %xmm0,64(%rsp)
  movaps %xmm1,80(%rsp)
  movaps %xmm2,96(%rsp)
  movaps %xmm3,112(%rsp)
  movaps %xmm4,128(%rsp)
  movaps %xmm5,144(%rsp)
  movaps %xmm6,160(%rsp)
  movaps %xmm7,176(%rsp)
  movq 8(%rbp),%rdi
  call topomorph_target
  movq %rax,%r11
  movaps 176(%rsp),%xmm7
  movaps 160(%rsp),%xmm6
  movaps 144(%rsp),%xmm5
  movaps 128(%rsp),%xmm4
  movaps 112(%rsp),%xmm3
  movaps 96(%rsp),%xmm2
  movaps 80(%rsp),%xmm1
  movaps 64(%rsp),%xmm0
  movq 48(%rsp),%r9
  movq 40(%rsp),%r8
  movq 32(%rsp),%rcx
  movq 24(%rsp),%rdx
  movq 16(%rsp),%rsi
  movq 8(%rsp),%rdi
  movq (%rsp),%rax
  movq %rbp,%rsp
  popq %rbp
  .cfi_def_cfa %rsp,16
  addq $8,%rsp
  .cfi_def_cfa_offset 8
  jmp *%r11
  .cfi_endproc
  .size first_call,.-first_call

  .macro stub name, number
  .balign 16
  .globl \name
  .type \name,%function
\name:
  .cfi_startproc
  jmp *topomorph_targets+8*\number(%rip)
  .size \name,.-\name
first_call_\number:
  pushq $\number
  .cfi_def_cfa_offset 16
  jmp first_call
  .cfi_endproc
  .pushsection .data.topomorph_targets
  .quad first_call_\number
  .popsection
  .endm

#elif defined(__aarch64__)

/* x0 to x8 and q0 to q7 carry arguments; x16 and x17 are free between caller and callee. The number of the function is in w17. */
  .balign 16
  .type first_call,%function
first_call:
  .cfi_startproc
  stp x29,x30,[sp,#-224]!
  .cfi_def_cfa_offset 224
  .cfi_offset 29,-224
  .cfi_offset 30,-216
  mov x29,sp
  stp x0,x1,[sp,#16]
  stp x2,x3,[sp,#32]
  stp x4,x5,[sp,#48]
  stp x6,x7,[sp,#64]
  str x8,[sp,#80]
  stp q0,q1,[sp,#96]
  stp q2,q3,[sp,#128]
  stp q4,q5,[sp,#160]
  stp q6,q7,[sp,#192]
  mov w0,w17
  bl topomorph_target
  mov x16,x0
  ldp q6,q7,[sp,#192]
  ldp q4,q5,[sp,#160]
  ldp q2,q3,[sp,#128]
  ldp q0,q1,[sp,#96]
  ldr x8,[sp,#80]
  ldp x6,x7,[sp,#64]
  ldp x4,x5,[sp,#48]
  ldp x2,x3,[sp,#32]
  ldp x0,x1,[sp,#16]
  ldp x29,x30,[sp],#224
  .cfi_restore 29
  .cfi_restore 30
  .cfi_def_cfa_offset 0
  br x16
  .cfi_endproc
  .size first_call,.-first_call

  .macro stub name, number
  .balign 16
  .globl \name
  .type \name,%function
\name:
  .cfi_startproc
  adrp x16,topomorph_targets+8*\number
  ldr x16,[x16,:lo12:topomorph_targets+8*\number]
  br x16
  .size \name,.-\name
first_call_\number:
  mov w17,#\number
  b first_call
  .cfi_endproc
  .pushsection .data.topomorph_targets
  .quad first_call_\number
  .popsection
  .endm

#else
#error "no stubs for this processor: add them to plugin/front/stub.h"
#endif

  .macro end_of_stubs
  .pushsection .data.topomorph_targets
  .size topomorph_targets,.-topomorph_targets
  .popsection
  .section .note.GNU-stack,"",%progbits
  .endm
