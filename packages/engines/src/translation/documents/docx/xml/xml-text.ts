/** Characters of a text and how markup writes them. */
import { damaged } from '../package/read-package.ts'

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export function decodeXmlText(markup: string): string {
  if (!markup.includes('&') && !markup.includes('<')) return markup
  return markup
    .split(/(<!\[CDATA\[.*?\]\]>)/s)
    .map((piece, index) =>
      index % 2 === 1
        ? piece.slice(9, -3)
        : piece
            .replace(/<!--.*?-->|<\?.*?\?>/gs, '')
            .replace(
              /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
              (_, hex?: string, decimal?: string, name?: string) =>
                name === undefined ? numbered(hex, decimal) : knownName(name),
            ),
    )
    .join('')
}

function numbered(hex: string | undefined, decimal: string | undefined): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  if (!(code <= 0x10ffff)) throw damaged('a character that does not exist')
  return String.fromCodePoint(code)
}

function knownName(name: string): string {
  const character = named[name]
  if (character === undefined) throw damaged('an entity that nobody declared')
  return character
}

/** Control characters, halves of pairs and two others cannot be written at all. */
const forbidden = /(?![\t\n\r\u007f-\u009f])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu

export function encodeXmlText(text: string): string {
  return text
    .replace(forbidden, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
}
