/** Reads an embedded CMap: how the bytes of a string become character codes, and codes CIDs. */
import { type Operand, readOperations } from '../content-tokens.ts'

export interface CodeMap {
  /** CIDs of a string; undefined for a code without one. */
  cids(text: string): readonly (number | undefined)[]
}

interface Range {
  readonly bytes: number
  readonly first: number
  readonly last: number
  readonly cid: number
}

/** Of Identity-H and Identity-V. */
export const identityMap: CodeMap = {
  cids: text => Array.from({ length: Math.floor(text.length / 2) }, (_, index) => codeAt(text, 2 * index, 2)),
}

/** Undefined if it builds on another one, which is not read. */
export function readCodeMap(content: string): CodeMap | undefined {
  const spaces: Range[] = []
  const ranges: Range[] = []
  for (const { operator, operands } of readOperations(content)) {
    if (operator === 'usecmap') return undefined
    if (operator === 'endcodespacerange') spaces.push(...rangesOf(operands, 2))
    if (operator === 'endcidrange') ranges.push(...rangesOf(operands, 3))
    if (operator === 'endcidchar') ranges.push(...rangesOf(operands, 1))
  }
  return {
    cids(text) {
      const found: (number | undefined)[] = []
      for (let at = 0; at < text.length; ) {
        const length = [1, 2, 3, 4].find(bytes => {
          const code = codeAt(text, at, bytes)
          return spaces.some(space => space.bytes === bytes && isInside(code, space))
        })
        const bytes = length ?? spaces[0]?.bytes ?? 1
        const code = codeAt(text, at, bytes)
        const range = ranges.findLast(each => each.bytes === bytes && code >= each.first && code <= each.last)
        found.push(range === undefined ? undefined : range.cid + code - range.first)
        at += bytes
      }
      return found
    },
  }
}

function codeAt(text: string, at: number, bytes: number): number {
  let code = 0
  for (let index = 0; index < bytes; index++) code = code * 256 + (text.charCodeAt(at + index) || 0)
  return code
}

/** Every byte must be between those of the ends. */
function isInside(code: number, { bytes, first, last }: Range): boolean {
  for (let shift = 0; shift < bytes; shift++) {
    const byteOf = (value: number) => Math.floor(value / 256 ** shift) % 256
    if (byteOf(code) < byteOf(first) || byteOf(code) > byteOf(last)) return false
  }
  return true
}

/** `kind` is the number of operands: a code and its CID, two codes, or two codes and the CID of the first. */
function* rangesOf(operands: readonly Operand[], kind: 1 | 2 | 3): Generator<Range> {
  const size = kind === 3 ? 3 : 2
  // In front of the operands of the block is their number, which "begin..." took.
  for (let at = 0; at + size <= operands.length; at += size) {
    const [first, second, third] = operands.slice(at, at + size)
    if (first?.kind !== 'string') continue
    const bytes = first.bytes.length
    const start = codeAt(first.bytes, 0, bytes)
    const last = second?.kind === 'string' ? codeAt(second.bytes, 0, bytes) : start
    const number = kind === 3 ? third : second
    yield { bytes, first: start, last, cid: number?.kind === 'number' ? number.value : 0 }
  }
}
