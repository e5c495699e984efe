/** Cuts decoded tokens into words. */
import type { Vocabulary } from './vocabulary.ts'

export interface HeardWord {
  /** As written, with the space before it where there is one. */
  readonly text: string
  /** Where it stands among the tokens. */
  readonly tokens: TokenRange
}

export interface TokenRange {
  readonly from: number
  readonly until: number
}

/** Written without spaces between words: every sign stands for itself. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const wordless = /^[\s\p{P}\p{S}]*$/u

/** A word begins where a space is, or with every sign of a script without spaces; marks belong to what is before them. */
export function readWords(vocabulary: Vocabulary, tokens: readonly number[]): readonly HeardWord[] {
  const words: HeardWord[] = []
  for (const piece of wholeCharacters(vocabulary, tokens)) {
    const last = words.at(-1)
    const { text } = piece
    const isMark = wordless.test(text) && text.trim() !== '' && !text.startsWith(' ')
    const continues =
      !text.startsWith(' ') && !unspaced.test(text) && !(last && unspaced.test(last.text) && !isMark)
    if (last !== undefined && (isMark || continues))
      words[words.length - 1] = {
        text: last.text + text,
        tokens: { from: last.tokens.from, until: piece.tokens.until },
      }
    else words.push(piece)
  }
  return words.filter(({ text }) => text.trim() !== '')
}

/** One sign may be spread over several tokens. */
function wholeCharacters(vocabulary: Vocabulary, tokens: readonly number[]): HeardWord[] {
  const whole: HeardWord[] = []
  const decoder = new TextDecoder()
  let from = 0
  for (const [index, token] of tokens.entries()) {
    const text = decoder.decode(vocabulary.bytesOf(token), { stream: true })
    if (text === '') continue
    whole.push({ text, tokens: { from, until: index + 1 } })
    from = index + 1
  }
  return whole
}
