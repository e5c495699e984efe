/** Finds the root element of markup in any Unicode encoding. */
import { hasAt, latin1 } from './bytes.ts'

/** Name of the root element without prefix. Declarations, comments and a DOCTYPE may precede it in any order. */
export function rootElement(text: string): string | undefined {
  let offset = 0
  for (;;) {
    while (offset < text.length && /\s/.test(text.charAt(offset))) offset += 1
    const end = endOfProlog(text, offset)
    if (end === undefined) return /^<(?:[\w-]+:)?([\w-]+)[\s>/]/.exec(text.slice(offset, offset + 100))?.[1]
    if (end < 0) return undefined
    offset = end
  }
}

/** End of the prolog item at the offset; -1 if unterminated, undefined if there is none. */
function endOfProlog(text: string, offset: number): number | undefined {
  if (text.startsWith('<?', offset)) return after(text, '?>', offset)
  if (text.startsWith('<!--', offset)) return after(text, '-->', offset)
  if (/^<!doctype/i.test(text.slice(offset, offset + 9))) return endOfDoctype(text, offset)
  return undefined
}

function after(text: string, mark: string, offset: number): number {
  const index = text.indexOf(mark, offset)
  return index < 0 ? -1 : index + mark.length
}

/** A DOCTYPE may contain declarations in brackets, with any characters in quotes. */
function endOfDoctype(text: string, start: number): number {
  let isInBrackets = false
  for (let offset = start; offset < text.length; offset++) {
    const character = text.charAt(offset)
    if (text.startsWith('<!--', offset)) {
      const end = after(text, '-->', offset)
      if (end < 0) return -1
      offset = end - 1
    } else if (character === '"' || character === "'") {
      offset = text.indexOf(character, offset + 1)
      if (offset < 0) return -1
    } else if (character === '[') isInBrackets = true
    else if (character === ']') isInBrackets = false
    else if (character === '>' && !isInBrackets) return offset + 1
  }
  return -1
}

/** Only the markup matters, which is ASCII in every encoding: other characters may be decoded wrongly. */
export function decodeText(bytes: Uint8Array): string {
  if (hasAt(bytes, 0, [0xef, 0xbb, 0xbf])) return latin1(bytes, 3, bytes.length)
  if (hasAt(bytes, 0, [0xff, 0xfe])) return everySecond(bytes, 2)
  if (hasAt(bytes, 0, [0xfe, 0xff])) return everySecond(bytes, 3)
  if (hasAt(bytes, 0, [0x3c, 0x00])) return everySecond(bytes, 0)
  if (hasAt(bytes, 0, [0x00, 0x3c])) return everySecond(bytes, 1)
  return latin1(bytes, 0, bytes.length)
}

function everySecond(bytes: Uint8Array, start: number): string {
  return latin1(
    bytes.filter((_, index) => index >= start && (index - start) % 2 === 0),
    0,
    bytes.length,
  )
}
