/** The width at the start of a Type 2 charstring: one operand more than the first operator takes. */
import { smallNumber } from './charstring-number.ts'

export interface Subroutines {
  readonly local: readonly Buffer[]
  readonly global: readonly Buffer[]
}

const maxDepth = 10

/** Relative to the nominal width; undefined if the glyph has the default width. */
export function type2Width(charString: Buffer, subroutines: Subroutines): number | undefined {
  const stack: number[] = []
  return run(charString, subroutines, stack, 0) === 'found' ? stack[0] : undefined
}

type State = 'found' | 'default' | 'open'

function run(code: Buffer, subroutines: Subroutines, stack: number[], depth: number): State {
  for (let at = 0; at < code.length; ) {
    const byte = code.readUInt8(at)
    if (byte >= 32 || byte === 28) {
      at += pushNumber(code, at, stack)
      continue
    }
    at++
    if (byte === 11) return 'open'
    if (byte !== 10 && byte !== 29) return hasWidth(byte, stack.length) ? 'found' : 'default'
    const list = byte === 10 ? subroutines.local : subroutines.global
    const called = list[(stack.pop() ?? 0) + biasOf(list.length)]
    if (called === undefined || depth > maxDepth) return 'default'
    const state = run(called, subroutines, stack, depth + 1)
    if (state !== 'open') return state
  }
  return 'open'
}

/** Returns its length. */
function pushNumber(code: Buffer, at: number, stack: number[]): number {
  const byte = code.readUInt8(at)
  if (byte === 28) {
    stack.push(code.readInt16BE(at + 1))
    return 3
  }
  if (byte === 255) {
    stack.push(code.readInt32BE(at + 1) / 65536)
    return 5
  }
  const { value, bytes } = smallNumber(code, at)
  stack.push(value)
  return bytes
}

function biasOf(count: number): number {
  return count < 1240 ? 107 : count < 33900 ? 1131 : 32768
}

function hasWidth(operator: number, operands: number): boolean {
  if (operator === 4 || operator === 22) return operands > 1
  if (operator === 21) return operands > 2
  if (operator === 14) return operands === 1 || operands === 5
  // Stems and masks take pairs.
  return [1, 3, 18, 19, 20, 23].includes(operator) && operands % 2 === 1
}
