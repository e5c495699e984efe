/** Detects HTML by its first element, and plain text by the absence of control characters. */
import type { FormatId } from '../formats.ts'
import { hasAt } from './bytes.ts'

/** Elements that an HTML page or fragment starts with. */
const pageElements: ReadonlySet<string> = new Set(
  'html head title meta body h1 h2 h3 h4 h5 h6 p div span table ul ol dl section article main header nav br hr a b i strong em img font center pre blockquote style script form'.split(
    ' ',
  ),
)

export function isPage(text: string, root: string | undefined): boolean {
  return (
    /^\s*<!doctype html[\s>]/i.test(text.slice(0, 1024)) ||
    (root !== undefined && pageElements.has(root.toLowerCase()))
  )
}

export function sniffPlainText(head: Uint8Array): FormatId | undefined {
  if (head.length === 0) return undefined
  return isWideText(head) || hasOnlyTextBytes(head) || isEbcdicText(head) ? 'txt' : undefined
}

/** Tab, line feed, vertical tab, form feed, carriage return, DOS end of file and escape (ISO-2022-JP). */
const textControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b])

/** Text in any encoding except UTF-16 and UTF-32 has no other control characters. */
function hasOnlyTextBytes(head: Uint8Array): boolean {
  return head.every(byte => (byte >= 0x20 && byte !== 0x7f) || textControls.has(byte))
}

/** UTF-16: with a byte order mark, or if it reads as text without one. Control characters mean binary data. */
function isWideText(head: Uint8Array): boolean {
  const hasLittleMark = hasAt(head, 0, [0xff, 0xfe])
  if (hasLittleMark || hasAt(head, 0, [0xfe, 0xff])) return isCleanWide(head.subarray(2), hasLittleMark)
  if (head.length < 8 || !head.includes(0)) return false
  return [true, false].some(isLittle => isUsualWide(head, isLittle) && isCleanWide(head, isLittle))
}

/** Blocks of the scripts that texts are written in, without surrogates and private use. */
const usualBlocks = [
  ...[
    [0x09, 0x24f],
    [0x370, 0x6ff],
    [0x900, 0xe7f],
    [0x10a0, 0x10ff],
    [0x1e00, 0x206f],
    [0x20a0, 0x22ff],
  ],
  ...[
    [0x2500, 0x25ff],
    [0x3000, 0x30ff],
    [0x4e00, 0x9fff],
    [0xac00, 0xd7a3],
    [0xff00, 0xffef],
  ],
] as const
/** Space, line feed, ideographic space, comma and full stop; swapped bytes make none of them. */
const separators: ReadonlySet<number> = new Set([0x20, 0x0a, 0x3000, 0x3001, 0x3002, 0xff0c])
/** Of all characters; emoji and rare signs are the rest. */
const usualShare = 0.95
/** Chinese has one in about ten characters, a table of long words fewer. */
const separatorShare = 0.02

function isUsualWide(bytes: Uint8Array, isLittle: boolean): boolean {
  const count = Math.floor(bytes.length / 2)
  let [usual, separating] = [0, 0]
  for (let index = 0; index < count; index++) {
    const [first = 0, second = 0] = [bytes[2 * index], bytes[2 * index + 1]]
    const unit = isLittle ? first + 256 * second : second + 256 * first
    if (usualBlocks.some(([from, to]) => unit >= from && unit <= to)) usual += 1
    if (separators.has(unit)) separating += 1
  }
  const isOneWord = count < 50 && bytes.filter(byte => byte === 0).length > count * 0.9
  return usual >= count * usualShare && (separating >= count * separatorShare || isOneWord)
}

const ebcdicSpace = 0x40
/** Bytes that are the same in code pages 037, 500 and 1047: letters, digits, common punctuation, ends of lines. */
const ebcdicText: ReadonlySet<number> = new Set([
  ...[0x81, 0x91].flatMap(first => Array.from({ length: 9 }, (_, index) => first + index)),
  ...Array.from({ length: 8 }, (_, index) => 0xa2 + index),
  ...[0xc1, 0xd1].flatMap(first => Array.from({ length: 9 }, (_, index) => first + index)),
  ...Array.from({ length: 8 }, (_, index) => 0xe2 + index),
  ...Array.from({ length: 10 }, (_, index) => 0xf0 + index),
  ...[ebcdicSpace, 0x4b, 0x4d, 0x4e, 0x50, 0x5b, 0x5c, 0x5d, 0x5e, 0x60, 0x61, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f],
  ...[0x7a, 0x7b, 0x7c, 0x7d, 0x7e, 0x7f, 0x05, 0x0d, 0x15, 0x25],
])

/** Mainframe text: nearly only such bytes, with spaces, and without the space and line feed of other encodings. */
export function isEbcdicText(bytes: Uint8Array): boolean {
  if (bytes.length < 16) return false
  let [texts, spaces, foreign] = [0, 0, 0]
  for (const byte of bytes) {
    if (ebcdicText.has(byte)) texts += 1
    if (byte === ebcdicSpace) spaces += 1
    if (byte === 0x20 || byte === 0x0a || byte === 0) foreign += 1
  }
  const { length } = bytes
  return texts > length * 0.9 && spaces > length * 0.05 && foreign === 0
}

function isCleanWide(bytes: Uint8Array, isLittle: boolean): boolean {
  for (let offset = 0; offset + 1 < bytes.length; offset += 2) {
    const [first = 0, second = 0] = [bytes[offset], bytes[offset + 1]]
    const [low, high] = isLittle ? [first, second] : [second, first]
    if (high === 0 && (low < 0x20 || low === 0x7f) && !textControls.has(low)) return false
    if (high === 0xff && low >= 0xfe) return false
  }
  return bytes.length >= 2
}
