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
  return isWideText(head) || hasOnlyTextBytes(head) ? 'txt' : undefined
}

/** Tab, line feed, vertical tab, form feed, carriage return, DOS end of file and escape (ISO-2022-JP). */
const textControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b])

/** Text in any encoding except UTF-16 and UTF-32 has no other control characters. */
function hasOnlyTextBytes(head: Uint8Array): boolean {
  return head.every(byte => (byte >= 0x20 && byte !== 0x7f) || textControls.has(byte))
}

/** UTF-16: with a byte order mark, or if one byte of nearly every character is zero. Control characters mean binary data. */
function isWideText(head: Uint8Array): boolean {
  const hasLittleMark = hasAt(head, 0, [0xff, 0xfe])
  if (hasLittleMark || hasAt(head, 0, [0xfe, 0xff])) return isCleanWide(head.subarray(2), hasLittleMark)
  const zeros = [0, 1].map(side => head.filter((byte, index) => index % 2 === side && byte === 0).length)
  const [even = 0, odd = 0] = zeros
  const needed = head.length * 0.3
  return head.length >= 8 && Math.max(even, odd) > needed && isCleanWide(head, odd > even)
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
