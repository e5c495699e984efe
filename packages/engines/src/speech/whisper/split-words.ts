/** Splits decoded tokens into words. */
import type { WhisperVocabulary } from './vocabulary.ts'

export interface DecodedWord {
  /** As written, including a leading space. */
  readonly text: string
  /** Range of its tokens. */
  readonly tokens: TokenRange
}

export interface TokenRange {
  readonly from: number
  readonly until: number
}

/** Scripts without spaces: each character is a word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const wordless = /^[\s\p{P}\p{S}]*$/u
/** Models sometimes omit the space after a sentence; abbreviations have fewer small letters before the period. */
const sentenceEnd = /\p{Ll}{2}[.!?]+["'”’»)]*$/u
const sentenceStart = /^\p{Lu}/u

/** A word starts at a space, or at each character of an unspaced script; punctuation belongs to the preceding word. */
export function splitWords(vocabulary: WhisperVocabulary, tokens: readonly number[]): readonly DecodedWord[] {
  const words: DecodedWord[] = []
  for (const decoded of wholeCharacters(vocabulary, tokens)) {
    const last = words.at(-1)
    const isGlued = last !== undefined && sentenceEnd.test(last.text) && sentenceStart.test(decoded.text)
    const text = isGlued ? ` ${decoded.text}` : decoded.text
    const isMark = wordless.test(text) && text.trim() !== '' && !text.startsWith(' ')
    const continues =
      !text.startsWith(' ') && !unspaced.test(text) && !(last && unspaced.test(last.text) && !isMark)
    if (last !== undefined && (isMark || continues))
      words[words.length - 1] = {
        text: last.text + text,
        tokens: { from: last.tokens.from, until: decoded.tokens.until },
      }
    else words.push({ ...decoded, text })
  }
  return words.filter(({ text }) => text.trim() !== '')
}

/** A character may span several tokens. */
function wholeCharacters(vocabulary: WhisperVocabulary, tokens: readonly number[]): DecodedWord[] {
  const whole: DecodedWord[] = []
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
