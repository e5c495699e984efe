/** Subtitles out of lines as they stand on the page, edited or translated. */
import { type Caption, makeCaptions } from '@filesmith/contract/subtitles/make-captions'
import type { SpokenLine, TimedWord } from '../transcript/spoken-line.ts'
import { tokensOf } from '../transcript/tokens.ts'

export function makeCues(lines: readonly SpokenLine[]): readonly Caption[] {
  const inOrder = lines.toSorted((one, other) => one.startSeconds - other.startSeconds)
  return makeCaptions(inOrder.map(timedWords))
}

/** An edited line with another number of words is said at an even pace. */
function timedWords({ startSeconds, endSeconds, text, words = [] }: SpokenLine): TimedWord[] {
  const plain = text.trim()
  const tokens = tokensOf(plain)
  const timeAt = (place: number) => startSeconds + ((endSeconds - startSeconds) * place) / plain.length
  return tokens.map((token, index) => {
    const heard = words.length === tokens.length ? words[index] : undefined
    return {
      startSeconds: heard?.startSeconds ?? timeAt(token.from),
      endSeconds: heard?.endSeconds ?? timeAt(token.to),
      text: token.text,
    }
  })
}
