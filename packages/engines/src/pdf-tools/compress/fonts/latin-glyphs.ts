/** Names of Latin glyphs with their characters, and the codes that the encodings of PDF give them. */

/** The ISOAdobe charset in the order of the standard strings of CFF (Adobe technical note 5176, appendix A), from 1. */
const names =
  'space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum underscore quoteleft a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde exclamdown cent sterling fraction yen florin section currency quotesingle quotedblleft guillemotleft guilsinglleft guilsinglright fi fl endash dagger daggerdbl periodcentered paragraph bullet quotesinglbase quotedblbase quotedblright guillemotright ellipsis perthousand questiondown grave acute circumflex tilde macron breve dotaccent dieresis ring cedilla hungarumlaut ogonek caron emdash AE ordfeminine Lslash Oslash OE ordmasculine ae dotlessi lslash oslash oe germandbls onesuperior logicalnot mu trademark Eth onehalf plusminus Thorn onequarter divide brokenbar degree thorn threequarters twosuperior registered minus eth multiply threesuperior copyright Aacute Acircumflex Adieresis Agrave Aring Atilde Ccedilla Eacute Ecircumflex Edieresis Egrave Iacute Icircumflex Idieresis Igrave Ntilde Oacute Ocircumflex Odieresis Ograve Otilde Scaron Uacute Ucircumflex Udieresis Ugrave Yacute Ydieresis Zcaron aacute acircumflex adieresis agrave aring atilde ccedilla eacute ecircumflex edieresis egrave iacute icircumflex idieresis igrave ntilde oacute ocircumflex odieresis ograve otilde scaron uacute ucircumflex udieresis ugrave yacute ydieresis zcaron'.split(
    ' ',
  )
const characters =
  ' !"#$%&’()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_‘abcdefghijklmnopqrstuvwxyz{|}~¡¢£⁄¥ƒ§¤\'“«‹›ﬁﬂ–†‡·¶•‚„”»…‰¿`´ˆ˜¯˘˙¨˚¸˝˛ˇ—ÆªŁØŒºæıłøœß¹¬µ™Ð½±Þ¼÷¦°þ¾²®−ð×³©ÁÂÄÀÅÃÇÉÊËÈÍÎÏÌÑÓÔÖÒÕŠÚÛÜÙÝŸŽáâäàåãçéêëèíîïìñóôöòõšúûüùýÿž'

/** Index of the first standard string with each of these codes, and how many follow. */
const standardCodes: readonly (readonly [code: number, count: number])[] = [
  [32, 95],
  [161, 15],
  [177, 4],
  [182, 8],
  [191, 1],
  [193, 8],
  [202, 2],
  [205, 4],
  [225, 1],
  [227, 1],
  [232, 4],
  [241, 1],
  [245, 1],
  [248, 4],
]

const characterOf = new Map([...characters].map((character, index) => [names[index] ?? '', character]))
const nameOf = new Map([...characterOf].map(([name, character]) => [character, name]))

/** Of CFF, from 1. */
export function standardString(index: number): string | undefined {
  return names[index - 1]
}

/** Names in the StandardEncoding, by code. */
export const standardNames: ReadonlyMap<number, string> = new Map(
  standardCodes
    .flatMap(([code, count]) => Array.from({ length: count }, (_, index) => code + index))
    .map((code, index) => [code, names[index] ?? '']),
)

/** Characters that a code has in the encodings of Windows and of the Macintosh. */
export function charactersOf(code: number): string[] {
  const byte = Uint8Array.of(code)
  return [new TextDecoder('windows-1252').decode(byte), new TextDecoder('macintosh').decode(byte)]
}

/** Names that a code has in any of the encodings of PDF. */
export function latinNames(code: number): string[] {
  const found = [standardNames.get(code), ...charactersOf(code).map(character => nameOf.get(character))]
  return found.flatMap(name => name ?? [])
}

/** The character of a glyph by its name: "eacute", "uni00E9", "u1F600", "Q". */
export function characterOfName(name: string): string | undefined {
  const digits = /^(?:uni|u)([0-9A-F]{4,6})$/.exec(name)?.[1]
  const code = digits === undefined ? Number.NaN : Number.parseInt(digits, 16)
  if (code <= 0x10ffff) return String.fromCodePoint(code)
  return characterOf.get(name)
}

/** Letters and accents of which old fonts compose accented letters (operator seac). */
export const composingNames: readonly string[] = names.filter(
  (name, index) => /^[A-Za-z]$/.test(name) || (index >= 123 && index <= 135) || name === 'dotlessi',
)
