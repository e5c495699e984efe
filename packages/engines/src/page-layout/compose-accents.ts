/** Composes letters with accents that are drawn as separate characters, as TeX does: `J¨ager` is `Jäger`. */

const combining: Readonly<Record<string, string>> = {
  '¨': '\u0308',
  '´': '\u0301',
  ˆ: '\u0302',
  '˜': '\u0303',
  ˇ: '\u030C',
  '˚': '\u030A',
  '˘': '\u0306',
  '˙': '\u0307',
  '˝': '\u030B',
  '¯': '\u0304',
}
const accented = /([¨´ˆ˜ˇ˚˘˙˝¯])(\p{L})/gu
const cedilla = /([csteagCSTEAG])¸/g
const dotless: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' }

export function composeAccents(text: string): string {
  if (!/[¨´ˆ˜ˇ˚˘˙˝¯¸]/.test(text)) return text
  return text
    .replace(accented, (whole, accent: string, letter: string) => {
      // An acute is also written as an apostrophe: it´s.
      if (accent === '´' && /s/i.test(letter)) return whole
      return composed(dotless[letter] ?? letter, combining[accent] ?? '') ?? whole
    })
    .replace(cedilla, (whole, letter: string) => composed(letter, '\u0327') ?? whole)
}

/** Undefined if there is no such letter. */
function composed(letter: string, mark: string): string | undefined {
  const character = (letter + mark).normalize('NFC')
  return [...character].length === 1 ? character : undefined
}
