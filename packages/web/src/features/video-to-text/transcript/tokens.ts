/** Splits a text into words with offsets. Chinese and Japanese have no spaces, so each character is a token. */

export interface Token {
  readonly text: string
  readonly from: number
  readonly to: number
}

const wide = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'
const tokenPattern = new RegExp(`[${wide}]|[^\\s${wide}]+`, 'gu')
const widePattern = new RegExp(`[${wide}]`, 'u')

export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(tokenPattern), ({ 0: token, index }) => ({
    text: token,
    from: index,
    to: index + token.length,
  }))
}

/** Contains characters of double width. */
export function isWide(text: string): boolean {
  return widePattern.test(text)
}
