/** Makes a user's file name harmless to show and to send back; it never becomes a path. */

const maxLength = 200
/** Control characters, and marks that reverse or hide parts of a name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const unsafeCharacters = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
/** Half of a character that needs two of UTF-16. */
const loneHalf = /\p{Cs}/gu

export function cleanFileName(name: string): string {
  const lastPart = name.split(/[/\\]/).at(-1) ?? ''
  const clean = lastPart.normalize('NFC').replace(loneHalf, '').replace(unsafeCharacters, '').trim()
  if (clean === '' || clean === '.' || clean === '..') return 'file'
  if (clean.length <= maxLength) return clean
  const extension = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? ''
  // The cut may go through a sign of two halves; half a sign can be sent to nobody.
  return clean.slice(0, maxLength - extension.length).replace(loneHalf, '') + extension
}

/** `photo.png` as webp is `photo.webp`. */
export function resultFileName(originalName: string, extension: string): string {
  // `.tar.gz` is one ending: taking off the last part of it would leave the other.
  if (originalName.endsWith(`.${extension}`)) return originalName
  const stem = originalName.replace(/\.[^.]+$/, '')
  return `${stem === '' ? 'file' : stem}.${extension}`
}
