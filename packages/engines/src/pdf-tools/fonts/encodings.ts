/** The named encodings of simple fonts, and glyph names as Unicode. */
import { glyphNames } from './glyph-names.ts'

/** Differs from ASCII at the quotes. */
const standardUpper: readonly (readonly [number, string])[] = [
  [
    0xa1,
    'exclamdown cent sterling fraction yen florin section currency quotesingle quotedblleft guillemotleft',
  ],
  [0xac, 'guilsinglleft guilsinglright fi fl'],
  [0xb1, 'endash dagger daggerdbl periodcentered'],
  [0xb6, 'paragraph bullet quotesinglbase quotedblbase quotedblright guillemotright ellipsis perthousand'],
  [0xbf, 'questiondown'],
  [0xc1, 'grave acute circumflex tilde macron breve dotaccent dieresis'],
  [0xca, 'ring cedilla'],
  [0xcd, 'hungarumlaut ogonek caron emdash'],
  [0xe1, 'AE'],
  [0xe3, 'ordfeminine'],
  [0xe8, 'Lslash Oslash OE ordmasculine'],
  [0xf1, 'ae'],
  [0xf5, 'dotlessi'],
  [0xf8, 'lslash oslash oe germandbls'],
]

const namesByCharacter = new Map([...glyphNames].map(([name, character]) => [character, name]))

export const standardEncoding: ReadonlyMap<number, string> = new Map([
  ...asciiNames(),
  [0x27, 'quoteright'],
  [0x60, 'quoteleft'],
  ...standardUpper.flatMap(([first, names]) =>
    names.split(' ').map((name, index): [number, string] => [first + index, name]),
  ),
])

/** Unused codes are bullets. */
export const winAnsiEncoding: ReadonlyMap<number, string> = new Map([
  ...decodedNames('windows-1252'),
  ...[0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d].map((code): [number, string] => [code, 'bullet']),
  [0xa0, 'space'],
  [0xad, 'hyphen'],
])

export const macRomanEncoding: ReadonlyMap<number, string> = new Map([
  ...decodedNames('macintosh'),
  [0xca, 'space'],
  [0xdb, 'currency'],
])

export const namedEncodings: Readonly<Record<string, ReadonlyMap<number, string>>> = {
  '/StandardEncoding': standardEncoding,
  '/WinAnsiEncoding': winAnsiEncoding,
  '/MacRomanEncoding': macRomanEncoding,
}

function* asciiNames(): Generator<[number, string]> {
  for (let code = 0x20; code < 0x7f; code++) yield [code, nameOf(code)]
}

function* decodedNames(label: string): Generator<[number, string]> {
  const decoder = new TextDecoder(label)
  for (let code = 0x20; code < 0x100; code++) {
    const name = nameOf(decoder.decode(Uint8Array.of(code)).codePointAt(0) ?? 0)
    if (name !== '') yield [code, name]
  }
}

function nameOf(character: number): string {
  return namesByCharacter.get(character) ?? ''
}

/** By the rules of the Adobe Glyph List; undefined for a name that it does not know. */
export function characterOf(name: string): number | undefined {
  const [base = ''] = name.split('.')
  const listed = glyphNames.get(base)
  if (listed !== undefined) return listed
  const digits = /^(?:uni([\dA-F]{4})|u([\dA-F]{4,6}))$/.exec(base)
  const text = digits?.[1] ?? digits?.[2]
  return text === undefined ? undefined : Number.parseInt(text, 16)
}
