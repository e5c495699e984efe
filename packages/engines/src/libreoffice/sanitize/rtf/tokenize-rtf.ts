/** Splits RTF into tokens (Rich Text Format 1.9.1, "Conventions of an RTF reader") in one pass. */

export type RtfToken =
  | { readonly kind: 'open' | 'close' }
  | { readonly kind: 'word'; readonly name: string; readonly parameter: number | undefined }
  /** `\~`, `\*`, `\\` and the like. */
  | { readonly kind: 'symbol'; readonly code: number }
  /** `\'hh`. */
  | { readonly kind: 'byte'; readonly code: number }
  /** The raw bytes after `\binN`. */
  | { readonly kind: 'binary'; readonly start: number; readonly end: number }
  /** All other bytes except line breaks. */
  | { readonly kind: 'text'; readonly start: number; readonly end: number }

const [backslash, openBrace, closeBrace, space, apostrophe, minus] = [0x5c, 0x7b, 0x7d, 0x20, 0x27, 0x2d]
/** The specification allows 32 letters and a parameter of 16 or 32 bits. */
const maxWordLetters = 128
const maxDigits = 10

export function* tokenizeRtf(data: Buffer): Generator<RtfToken> {
  let at = 0
  while (at < data.length) {
    const { token, end } = readToken(data, at)
    if (token) yield token
    at = end
  }
}

interface Read {
  readonly token: RtfToken | undefined
  readonly end: number
}

function readToken(data: Buffer, at: number): Read {
  const code = data[at]
  if (code === openBrace) return { token: { kind: 'open' }, end: at + 1 }
  if (code === closeBrace) return { token: { kind: 'close' }, end: at + 1 }
  if (isIgnored(code)) return { token: undefined, end: at + 1 }
  if (code === backslash) return readControl(data, at)
  let end = at + 1
  while (end < data.length && isText(data[end])) end++
  return { token: { kind: 'text', start: at, end }, end }
}

function readControl(data: Buffer, at: number): Read {
  const next = data[at + 1]
  if (next === undefined) return { token: undefined, end: data.length }
  if (isLetter(next)) return readWord(data, at + 1)
  if (next === apostrophe) {
    const code = hexByte(data[at + 2], data[at + 3])
    return code === undefined
      ? { token: undefined, end: at + 2 }
      : { token: { kind: 'byte', code }, end: at + 4 }
  }
  // A line break after a backslash is a paragraph.
  const isParagraph = next === 0x0a || next === 0x0d
  const paragraph = { kind: 'word', name: 'par', parameter: undefined } as const
  return { token: isParagraph ? paragraph : { kind: 'symbol', code: next }, end: at + 2 }
}

function isLetter(code: number | undefined): boolean {
  return code !== undefined && ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a))
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 0x30 && code <= 0x39
}

/** Line breaks and NUL are ignored between tokens. */
function isIgnored(code: number | undefined): boolean {
  return code === 0x0a || code === 0x0d || code === 0
}

function isText(code: number | undefined): boolean {
  return code !== backslash && code !== openBrace && code !== closeBrace && !isIgnored(code)
}

function readWord(data: Buffer, start: number): Read {
  let at = start
  while (isLetter(data[at])) at++
  const name = data.toString('latin1', start, Math.min(at, start + maxWordLetters))
  const digits = data[at] === minus && isDigit(data[at + 1]) ? at + 1 : at
  let end = digits
  while (isDigit(data[end])) end++
  const isParameter = end > digits && end - digits <= maxDigits
  const parameter = isParameter ? Number(data.toString('latin1', at, end)) : undefined
  // One space terminates a word and belongs to it.
  if (data[end] === space) end++
  if (name !== 'bin') return { token: { kind: 'word', name, parameter }, end }
  const last = Math.min(data.length, end + Math.max(0, parameter ?? 0))
  return { token: { kind: 'binary', start: end, end: last }, end: last }
}

function hexByte(high: number | undefined, low: number | undefined): number | undefined {
  const [a, b] = [hexDigit(high), hexDigit(low)]
  return a === undefined || b === undefined ? undefined : 16 * a + b
}

export function hexDigit(code: number | undefined): number | undefined {
  if (code === undefined) return undefined
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined
}
