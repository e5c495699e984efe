/** Cuts decoded tokens into segments with times, and segments into words. */
import type { ModelFiles } from './model-files.ts'

export interface HeardWord {
  /** As written, with the space before it where there is one. */
  readonly text: string
  readonly logProbability: number
}

export interface HeardSegment {
  /** From the beginning of the window. */
  readonly startSeconds: number
  readonly endSeconds: number
  readonly words: readonly HeardWord[]
  /** Where it stands among the tokens. */
  readonly tokens: { readonly from: number; readonly until: number }
}

const stepSeconds = 0.02

interface Piece {
  readonly token: number
  readonly logProbability: number
}

export function readSegments(
  files: ModelFiles,
  tokens: readonly number[],
  logProbabilities: readonly number[],
  endSeconds: number,
): readonly HeardSegment[] {
  const { firstTimestamp } = files.tokens
  const segments: HeardSegment[] = []
  let startSeconds = 0
  let pieces: Piece[] = []
  const close = (until: number, tokenIndex: number) => {
    const words = readWords(files, pieces)
    const place = { from: tokenIndex - pieces.length, until: tokenIndex }
    if (words.length > 0)
      segments.push({ startSeconds, endSeconds: Math.max(startSeconds, until), words, tokens: place })
    pieces = []
  }
  for (const [index, token] of tokens.entries()) {
    if (token < firstTimestamp) {
      pieces.push({ token, logProbability: logProbabilities[index] ?? 0 })
      continue
    }
    const seconds = Math.min((token - firstTimestamp) * stepSeconds, endSeconds)
    close(seconds, index)
    startSeconds = seconds
  }
  close(endSeconds, tokens.length)
  return segments
}

/** Written without spaces between words: every sign stands for itself. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const wordless = /^[\s\p{P}\p{S}]*$/u

/** A word begins where a space is, or with every sign of a script without spaces; marks belong to what is before them. */
function readWords({ vocabulary }: ModelFiles, pieces: readonly Piece[]): HeardWord[] {
  const words: { text: string; sum: number; count: number }[] = []
  for (const { text, logProbability } of wholeCharacters(vocabulary.bytesOf, pieces)) {
    const last = words.at(-1)
    const isMark = wordless.test(text) && text.trim() !== '' && !text.startsWith(' ')
    const continues =
      !text.startsWith(' ') && !unspaced.test(text) && !(last && unspaced.test(last.text) && !isMark)
    if (last !== undefined && (isMark || continues)) {
      last.text += text
      last.sum += logProbability
      last.count += 1
    } else words.push({ text, sum: logProbability, count: 1 })
  }
  return words
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, sum, count }) => ({ text, logProbability: sum / count }))
}

/** One sign may be spread over several tokens. */
function wholeCharacters(
  bytesOf: (token: number) => Uint8Array,
  pieces: readonly Piece[],
): { readonly text: string; readonly logProbability: number }[] {
  const whole: { text: string; logProbability: number }[] = []
  const decoder = new TextDecoder()
  let logProbability = 0
  let count = 0
  for (const piece of pieces) {
    const text = decoder.decode(bytesOf(piece.token), { stream: true })
    logProbability += piece.logProbability
    count += 1
    if (text === '') continue
    whole.push({ text, logProbability: logProbability / count })
    ;[logProbability, count] = [0, 0]
  }
  return whole
}
