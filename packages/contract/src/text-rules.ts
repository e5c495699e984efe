/** Texts that cannot be stored or forwarded: PostgreSQL rejects NUL (SQLSTATE 22021), and a lone surrogate is not valid UTF-8. */

export const unusableTextRefusal = 'contains a NUL character or an unpaired surrogate.'

export function isUsableText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** Keeps line breaks and tabs, removes other control characters. */
export function toPlainText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}
