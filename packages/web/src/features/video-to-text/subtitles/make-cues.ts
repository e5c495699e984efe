/** Builds subtitle cues from the displayed lines, edited or translated. */
import { type Caption, makeCaptions } from '@filesmith/contract/subtitles/make-captions'
import type { SpokenLine, TimedWord } from '../transcript/spoken-line.ts'
import { tokensOf } from '../transcript/tokens.ts'

export function makeCues(lines: readonly SpokenLine[]): readonly Caption[] {
  const inOrder = lines.toSorted((one, other) => one.startSeconds - other.startSeconds)
  return makeCaptions(inOrder.map(timedWords))
}

/** If an edit changed the number of words, their times are interpolated. */
function timedWords({ startSeconds, endSeconds, text, words = [] }: SpokenLine): TimedWord[] {
  const trimmed = text.trim()
  const tokens = tokensOf(trimmed)
  const timeAt = (offset: number) => startSeconds + ((endSeconds - startSeconds) * offset) / trimmed.length
  return tokens.map((token, index) => {
    const timed = words.length === tokens.length ? words[index] : undefined
    return {
      startSeconds: timed?.startSeconds ?? timeAt(token.from),
      endSeconds: timed?.endSeconds ?? timeAt(token.to),
      text: token.text,
    }
  })
}
