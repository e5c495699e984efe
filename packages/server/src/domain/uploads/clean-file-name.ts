/** Sanitizes a user's file name for display and download headers; it is never used as a path. */

const maxLength = 200
/** Control characters, and bidirectional and zero-width characters that can disguise an extension. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const unsafeCharacters = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
/** Lone surrogates. */
const loneSurrogate = /\p{Cs}/gu

export function cleanFileName(name: string): string {
  const lastPart = name.split(/[/\\]/).at(-1) ?? ''
  const clean = lastPart.normalize('NFC').replace(loneSurrogate, '').replace(unsafeCharacters, '').trim()
  if (clean === '' || clean === '.' || clean === '..') return 'file'
  if (clean.length <= maxLength) return clean
  const extension = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? ''
  // Truncation may split a surrogate pair, and a lone surrogate cannot be encoded.
  return clean.slice(0, maxLength - extension.length).replace(loneSurrogate, '') + extension
}

/** `photo.png` as webp is `photo.webp`. */
export function resultFileName(originalName: string, extension: string): string {
  // Keep a compound extension such as `.tar.gz`.
  if (originalName.endsWith(`.${extension}`)) return originalName
  const stem = originalName.replace(/\.[^.]+$/, '')
  return `${stem === '' ? 'file' : stem}.${extension}`
}
