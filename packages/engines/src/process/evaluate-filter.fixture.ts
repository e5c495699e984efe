/** Runs a seccomp filter as the kernel does, so that both architectures are tested on either. */
import type { SandboxArchitecture } from './bpf-program.ts'

export interface FilteredCall {
  readonly number: number
  readonly args?: readonly number[]
  readonly auditArch?: number
}

const auditArchs = { x64: 0xc000003e, arm64: 0xc00000b7 }
export const allowed = 0x7fff0000
export const killed = 0x80000000
export const refused = (errno: number) => 0x00050000 + errno

export function evaluateFilter(
  program: Buffer,
  architecture: SandboxArchitecture,
  call: FilteredCall,
): number {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(call.number, 0)
  data.writeUInt32LE(call.auditArch ?? auditArchs[architecture], 4)
  for (const [index, value] of (call.args ?? []).entries()) data.writeUInt32LE(value, 16 + 8 * index)
  let accumulator = 0
  for (let at = 0; at < program.length; at += 8) {
    const code = program.readUInt16LE(at)
    const value = program.readUInt32LE(at + 4)
    const jump = (isTrue: boolean) => {
      at += 8 * program.readUInt8(isTrue ? at + 2 : at + 3)
    }
    if (code === 0x20) accumulator = data.readUInt32LE(value)
    else if (code === 0x15) jump(accumulator === value)
    else if (code === 0x25) jump(accumulator > value)
    else if (code === 0x45) jump((accumulator & value) !== 0)
    else if (code === 0x06) return value
    else throw new Error(`Unknown instruction ${code}`)
  }
  throw new Error('The program has no end')
}
