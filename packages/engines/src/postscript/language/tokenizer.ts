/** Splits PostScript source into objects: numbers, names, strings and procedures. */
import type { ByteStream } from '../files/byte-stream.ts'
import { decodeAscii85 } from '../files/decode-ascii.ts'
import { isBinaryToken, readBinaryToken } from './binary-tokens.ts'
import { PsError } from './errors.ts'
import { arrayOf, type PsObject, PsReal, PsString, psName } from './objects.ts'

export const endOfSource = Symbol('end of source')
export type Token = PsObject | typeof endOfSource

export interface TokenContext {
  /** The value of an immediately evaluated name (`//name`). */
  lookUp(text: string): PsObject
  /** Counts memory. */
  allocate(bytes: number): void
}

const maxNesting = 200
const maxNameLength = 4096

const isSpaceCode = new Uint8Array(256)
for (const code of [0, 9, 10, 12, 13, 32]) isSpaceCode[code] = 1
const isEndCode = new Uint8Array(256)
for (const code of [0, 9, 10, 12, 13, 32]) isEndCode[code] = 1
for (const character of '()<>[]{}/%') isEndCode[character.charCodeAt(0)] = 1
// Binary tokens.
isEndCode.fill(1, 128, 160)

const [open, close, less, greater, openBrace, closeBrace, slash, percent] = [40, 41, 60, 62, 123, 125, 47, 37]
const [newline, carriageReturn, backslash, tilde] = [10, 13, 92, 126]

export function readToken(stream: ByteStream, context: TokenContext, depth = 0): Token {
  const code = skipSpace(stream)
  switch (code) {
    case -1:
      return endOfSource
    case open:
      return readString(stream, context)
    case less:
      return readAngle(stream, context)
    case greater:
      if (stream.read() !== greater) throw new PsError('syntaxerror')
      return psName('>>', true)
    case 91:
      return psName('[', true)
    case 93:
      return psName(']', true)
    case openBrace:
      return readProcedure(stream, context, depth)
    case closeBrace:
    case close:
      throw new PsError('syntaxerror')
    case slash:
      return readLiteralName(stream, context)
    default:
      return isBinaryToken(code) ? readBinaryToken(stream, code) : readWord(stream, code)
  }
}

/** The first code that is neither space nor part of a comment. */
function skipSpace(stream: ByteStream): number {
  for (;;) {
    const code = stream.read()
    if (code === percent) {
      let inside = stream.read()
      while (inside !== -1 && inside !== newline && inside !== carriageReturn) inside = stream.read()
      if (inside === -1) return -1
    } else if (code === -1 || isSpaceCode[code] === 0) return code
  }
}

function readProcedure(stream: ByteStream, context: TokenContext, depth: number): PsObject {
  if (depth >= maxNesting) throw new PsError('limitcheck')
  const items: PsObject[] = []
  for (;;) {
    const code = skipSpace(stream)
    if (code === -1) throw new PsError('syntaxerror')
    if (code === closeBrace) break
    stream.unread()
    const token = readToken(stream, context, depth + 1)
    if (token === endOfSource) throw new PsError('syntaxerror')
    items.push(token)
  }
  context.allocate(32 + 8 * items.length)
  return arrayOf(items, true)
}

function readCharacters(stream: ByteStream, first = -1): string {
  let text = first === -1 ? '' : String.fromCharCode(first)
  for (;;) {
    const code = stream.read()
    if (code === -1) return text
    if (isEndCode[code] === 1) {
      // A single space ends a word and belongs to it: binary data may follow.
      if (isSpaceCode[code] === 0) stream.unread()
      else if (code === carriageReturn && stream.peek() === newline) stream.read()
      return text
    }
    text += String.fromCharCode(code)
    if (text.length > maxNameLength) throw new PsError('limitcheck')
  }
}

function readLiteralName(stream: ByteStream, context: TokenContext): PsObject {
  if (stream.peek() !== slash) return psName(readCharacters(stream))
  stream.read()
  return context.lookUp(readCharacters(stream))
}

function readWord(stream: ByteStream, first: number): PsObject {
  const text = readCharacters(stream, first)
  // Digits, signs and the point.
  const mayBeNumber = (first >= 48 && first <= 57) || first === 45 || first === 46 || first === 43
  return (mayBeNumber ? parseNumber(text) : undefined) ?? psName(text, true)
}

const integer = /^[+-]?\d+$/
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const radix = /^(\d{1,2})#([0-9a-zA-Z]+)$/

/** Undefined for what is a name. */
function parseNumber(text: string): number | PsReal | undefined {
  if (integer.test(text)) {
    const value = Number(text)
    return Math.abs(value) <= 0x7fff_ffff || value === -0x8000_0000 ? value : new PsReal(value)
  }
  if (decimal.test(text)) return new PsReal(Number(text))
  const based = radix.exec(text)
  if (based === null) return undefined
  const base = Number(based[1])
  if (base < 2 || base > 36) return undefined
  const digits = (based[2] ?? '').toLowerCase()
  const value = Number.parseInt(digits, base)
  const isComplete = [...digits].every(digit => Number.parseInt(digit, base) >= 0)
  if (!isComplete || value > 0xffff_ffff) return undefined
  return value | 0
}

const escapes: Readonly<Record<number, number>> = { 110: 10, 114: 13, 116: 9, 98: 8, 102: 12 }

function readString(stream: ByteStream, context: TokenContext): PsString {
  const bytes: number[] = []
  let nesting = 1
  for (;;) {
    const code = stream.read()
    if (code === -1) throw new PsError('syntaxerror')
    if (code === open) nesting++
    else if (code === close && --nesting === 0) break
    if (code === backslash) readEscape(stream, bytes)
    else if (code === carriageReturn) {
      if (stream.peek() === newline) stream.read()
      bytes.push(newline)
    } else bytes.push(code)
  }
  context.allocate(32 + bytes.length)
  return new PsString(Uint8Array.from(bytes))
}

function readEscape(stream: ByteStream, bytes: number[]): void {
  const code = stream.read()
  if (code === -1 || code === newline) return
  if (code === carriageReturn) {
    if (stream.peek() === newline) stream.read()
    return
  }
  if (code < 48 || code > 55) {
    bytes.push(escapes[code] ?? code)
    return
  }
  let value = code - 48
  for (let digits = 1; digits < 3; digits++) {
    const next = stream.peek()
    if (next < 48 || next > 55) break
    value = value * 8 + stream.read() - 48
  }
  bytes.push(value & 255)
}

function readAngle(stream: ByteStream, context: TokenContext): PsObject {
  const next = stream.read()
  if (next === less) return psName('<<', true)
  if (next === tilde) {
    const bytes = decodeAscii85(stream)
    context.allocate(32 + bytes.length)
    return new PsString(bytes)
  }
  const bytes: number[] = []
  let [digits, value] = [0, 0]
  for (let code = next; code !== greater; code = stream.read()) {
    if (code === -1) throw new PsError('syntaxerror')
    const digit = hexValue(code)
    if (digit < 0) {
      if (isSpaceCode[code] === 0) throw new PsError('syntaxerror')
      continue
    }
    value = value * 16 + digit
    digits++
    if (digits % 2 === 0) {
      bytes.push(value)
      value = 0
    }
  }
  if (digits % 2 === 1) bytes.push(value * 16)
  context.allocate(32 + bytes.length)
  return new PsString(Uint8Array.from(bytes))
}

/** -1 for anything else. */
export function hexValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const letter = (code | 32) - 97
  return letter >= 0 && letter < 6 ? letter + 10 : -1
}

export function isSpace(code: number): boolean {
  return code >= 0 && isSpaceCode[code] === 1
}
