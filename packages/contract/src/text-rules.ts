/** Which texts cannot be stored or sent on: PostgreSQL refuses NUL (SQLSTATE 22021), and half of a surrogate pair is not UTF-8. */

export const unusableTextRefusal = 'contains a NUL character or half of a surrogate pair.'

export function isUsableText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}
