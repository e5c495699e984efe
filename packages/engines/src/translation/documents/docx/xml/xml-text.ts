/** Decodes and encodes XML text; only predefined entities are accepted (prevents entity expansion attacks). */
import { damagedPackage } from '../package/read-package.ts'

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export function decodeXmlText(markup: string): string {
  if (!markup.includes('&') && !markup.includes('<')) return markup
  return markup
    .split(/(<!\[CDATA\[.*?(?:\]\]>|$))/s)
    .map((part, index) =>
      index % 2 === 1
        ? part.slice(9).replace(/\]\]>$/, '')
        : part
            .replace(/<!--.*?(?:-->|$)|<\?.*?(?:\?>|$)/gs, '')
            .replace(
              /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
              (_, hex?: string, decimal?: string, name?: string) =>
                name === undefined ? numbered(hex, decimal) : namedEntity(name),
            ),
    )
    .join('')
}

function numbered(hex: string | undefined, decimal: string | undefined): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  if (!(code <= 0x10ffff)) throw damagedPackage('a character that does not exist')
  return String.fromCodePoint(code)
}

function namedEntity(name: string): string {
  const character = named[name]
  if (character === undefined) throw damagedPackage('an undeclared entity')
  return character
}

/** Control characters, lone surrogates and noncharacters, which XML cannot represent. */
const forbidden = /(?![\t\n\r\u007f-\u009f])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu

export function encodeXmlText(text: string): string {
  return text
    .replace(forbidden, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
}
