/** Classic BPF programs for seccomp, as instructions and as the bytes that the kernel reads (see seccomp(2)). */

/** Numbers of a system call; null if the architecture does not have it. */
export type SyscallNumbers = readonly [x64: number, arm64: number | null]

export const architectures = {
  x64: { column: 0, auditArch: 0xc000003e },
  arm64: { column: 1, auditArch: 0xc00000b7 },
} as const

export type SandboxArchitecture = keyof typeof architectures

export function isSandboxArchitecture(name: string): name is SandboxArchitecture {
  return name in architectures
}

/** Undefined if the architecture does not have the call. */
export function numberOn(architecture: SandboxArchitecture, numbers: SyscallNumbers): number | undefined {
  return numbers[architectures[architecture].column] ?? undefined
}

export const errnos = {
  EPERM: 1,
  EACCES: 13,
  ENOSYS: 38,
  EOPNOTSUPP: 95,
  EAFNOSUPPORT: 97,
  ECONNREFUSED: 111,
} as const

/** Offsets in struct seccomp_data; only the lower half of an argument is read, which is all these calls use. */
export const offsets = { number: 0, architecture: 4, argument: (index: number) => 16 + 8 * index }
export const opcodes = {
  load: 0x20,
  jumpIfEqual: 0x15,
  jumpIfGreater: 0x25,
  jumpIfAnySet: 0x45,
  return: 0x06,
}
export const actions = { allow: 0x7fff0000, killProcess: 0x80000000, errno: 0x00050000 }

export interface Instruction {
  readonly code: number
  readonly value: number
  /** Instructions to skip. */
  readonly ifTrue: number
  readonly ifFalse: number
}

export const load = (offset: number): Instruction => ({
  code: opcodes.load,
  value: offset,
  ifTrue: 0,
  ifFalse: 0,
})
export const jump = (code: number, value: number, ifTrue: number, ifFalse: number): Instruction => ({
  code,
  value,
  ifTrue,
  ifFalse,
})
export const end = (value: number): Instruction => ({ code: opcodes.return, value, ifTrue: 0, ifFalse: 0 })
export const refuse = (errno: number) => end(actions.errno | errno)
export const allow = end(actions.allow)

/** Expects the call number to be loaded; `body` must return on every path. */
export function forCall(number: number | undefined, ...body: Instruction[]): Instruction[] {
  return number === undefined ? [] : [jump(opcodes.jumpIfEqual, number, 0, body.length), ...body]
}

const instructionBytes = 8

/** The program as the kernel reads it: an array of struct sock_filter. */
export function encodeProgram(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(instructions.length * instructionBytes)
  // Both architectures are little-endian.
  for (const [index, { code, value, ifTrue, ifFalse }] of instructions.entries()) {
    const at = index * instructionBytes
    bytes.writeUInt16LE(code, at)
    bytes.writeUInt8(ifTrue, at + 2)
    bytes.writeUInt8(ifFalse, at + 3)
    bytes.writeUInt32LE(value, at + 4)
  }
  return bytes
}
