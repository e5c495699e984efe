/** Edits of transcript lines: split, merge, shift. Text and lines change together, since the text alone has no exact times. */
import { containsTimestamps } from './locate-by-timestamps.ts'
import type { LocatedLine, SpokenLine, TimedWord } from './spoken-line.ts'
import { isWide, tokensOf } from './tokens.ts'
import { formatTimestamp } from './write-transcript.ts'

export interface EditedTranscript {
  readonly text: string
  readonly lines: readonly SpokenLine[]
}

/** Splits a line between the words nearest to an offset in it; undefined if one side would be empty. */
export function splitLine(
  text: string,
  lines: readonly LocatedLine[],
  index: number,
  offset: number,
): EditedTranscript | undefined {
  const line = lines[index]
  if (!line) return undefined
  const tokens = tokensOf(line.text)
  const count = tokens.filter(({ from, to }) => (from + to) / 2 < offset).length
  const [last, next] = [tokens[count - 1], tokens[count]]
  if (!last || !next) return undefined
  const words = wordsOf(line)
  const timeAt = (at: number) =>
    line.startSeconds + ((line.endSeconds - line.startSeconds) * at) / line.text.length
  const endSeconds = words?.[count - 1]?.endSeconds ?? timeAt(next.from)
  const startSeconds = words?.[count]?.startSeconds ?? timeAt(next.from)
  const first = { ...plain(line, line.text.slice(0, last.to), words?.slice(0, count)), endSeconds }
  const second = { ...plain(line, line.text.slice(next.from), words?.slice(count)), startSeconds }
  const between = containsTimestamps(text)
    ? `\n${formatTimestamp(startSeconds)} `
    : text.slice(line.from + last.to, line.from + next.from)
  return {
    text: text.slice(0, line.from + last.to) + between + text.slice(line.from + next.from),
    lines: lines.flatMap((one, at) => (at === index ? [first, second] : [plain(one)])),
  }
}

/** Merges a line with the next one; undefined for the last line. */
export function mergeWithNext(
  text: string,
  lines: readonly LocatedLine[],
  index: number,
): EditedTranscript | undefined {
  const [line, next] = [lines[index], lines[index + 1]]
  if (!line || !next) return undefined
  const space = isWide(line.text.slice(-1)) || isWide(next.text.slice(0, 1)) ? '' : ' '
  const [words, nextWords] = [wordsOf(line), wordsOf(next)]
  const merged = {
    ...plain(line, line.text + space + next.text, words && nextWords && [...words, ...nextWords]),
    endSeconds: Math.max(line.endSeconds, next.endSeconds),
  }
  return {
    text: text.slice(0, line.to) + space + text.slice(next.from),
    lines: lines.flatMap((one, at) => (at === index ? [merged] : at === index + 1 ? [] : [plain(one)])),
  }
}

/** Moves lines in time, not before the start of the video. */
export function shiftLines(
  text: string,
  lines: readonly LocatedLine[],
  seconds: number,
  isShifted: (index: number) => boolean = () => true,
): EditedTranscript {
  const shift = (time: number) => Math.max(0, time + seconds)
  const shifted = lines.map((line, index): LocatedLine => {
    if (!isShifted(index)) return line
    const moved = { ...line, startSeconds: shift(line.startSeconds), endSeconds: shift(line.endSeconds) }
    if (!line.words) return moved
    return {
      ...moved,
      words: line.words.map(word => ({
        ...word,
        startSeconds: shift(word.startSeconds),
        endSeconds: shift(word.endSeconds),
      })),
    }
  })
  const parts = shifted.map(({ from, to, startSeconds }, index) => {
    const before = text.slice(shifted[index - 1]?.to ?? 0, from)
    const stamped = isShifted(index) ? before.replace(lastTimestamp, formatTimestamp(startSeconds)) : before
    return stamped + text.slice(from, to)
  })
  return {
    text: parts.join('') + text.slice(shifted.at(-1)?.to ?? 0),
    lines: shifted.map(line => plain(line)),
  }
}

const lastTimestamp = /\[[\d:]+\](?=[^\S\n]*$)/
const timestamps = /(^\[[\d:]+\])/m

/** Replaces every occurrence, but never inside of a timestamp. */
export function replaceInText(
  text: string,
  find: string,
  replacement: string,
  isCaseSensitive: boolean,
): { readonly text: string; readonly count: number } {
  if (find === '') return { text, count: 0 }
  const pattern = new RegExp(find.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), isCaseSensitive ? 'gu' : 'giu')
  let count = 0
  const replaced = text.split(timestamps).map((part, index) => {
    if (index % 2 === 1) return part
    return part.replace(pattern, () => {
      count += 1
      return replacement
    })
  })
  return { text: replaced.join(''), count }
}

/** Times of the words as long as an edit did not change their number. */
function wordsOf({ text, words }: SpokenLine): readonly TimedWord[] | undefined {
  return words?.length === tokensOf(text).length ? words : undefined
}

function plain(
  { startSeconds, endSeconds, ...line }: SpokenLine,
  text = line.text,
  words: readonly TimedWord[] | undefined = line.words,
): SpokenLine {
  return { startSeconds, endSeconds, text, ...(words && { words }) }
}
