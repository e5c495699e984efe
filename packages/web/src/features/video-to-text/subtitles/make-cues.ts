/** Cuts the lines of a transcript into subtitles that can be read: two rows at most, cut where a speaker would breathe. */
import type { SpokenLine } from '../transcript/spoken-line.ts'
import { isWide, type Token, tokensOf } from '../transcript/tokens.ts'
import { breakRows } from './break-rows.ts'

export interface Cue {
  readonly startSeconds: number
  readonly endSeconds: number
  readonly rows: readonly string[]
}

const rowsPerCue = 2
const lettersPerRow = 42
/** Chinese and Japanese signs are wider, and say more. */
const signsPerRow = 18
/** How far from the even cut a better one may be, as a share of the cue. */
const reach = { sentence: 0.5, clause: 0.3 } as const

export function makeCues(lines: readonly SpokenLine[]): Cue[] {
  return lines.toSorted((one, other) => one.startSeconds - other.startSeconds).flatMap(cuesOf)
}

function cuesOf(line: SpokenLine): Cue[] {
  const rowLength = isWide(line.text) ? signsPerRow : lettersPerRow
  const text = line.text.replace(/\s+/g, ' ').trim()
  const tokens = tokensOf(text)
  const cuts = findCuts(text, tokens, rowLength * rowsPerCue)
  return cuts.map((first, index) => {
    const next = cuts[index + 1] ?? tokens.length
    const piece = text.slice(tokens[first]?.from, tokens[next - 1]?.to)
    return {
      startSeconds: timeBefore(line, text, tokens, first),
      endSeconds: timeBefore(line, text, tokens, next),
      rows: breakRows(piece, rowLength),
    }
  })
}

/** The first word of each cue: as few cues as possible, of about the same length, cut after a full stop or a comma. */
function findCuts(text: string, tokens: readonly Token[], cueLength: number): number[] {
  const cuts = tokens.length > 0 ? [0] : []
  for (let first = 0; first < tokens.length; ) {
    const from = tokens[first]?.from ?? 0
    const left = text.length - from
    if (left <= cueLength) break
    const aim = from + left / Math.ceil(left / cueLength)
    const next = bestCut(tokens, first, aim, from + cueLength)
    cuts.push(next)
    first = next
  }
  return cuts
}

function bestCut(tokens: readonly Token[], first: number, aim: number, limit: number): number {
  const from = tokens[first]?.from ?? 0
  let best = first + 1
  let leastCost = Number.POSITIVE_INFINITY
  for (let next = first + 1; next < tokens.length; next += 1) {
    const before = tokens[next - 1]
    if (!before || before.to > limit) break
    const cost = Math.abs(before.to - aim) / (aim - from) - bonusOf(before.text)
    if (cost < leastCost) {
      best = next
      leastCost = cost
    }
  }
  return best
}

function bonusOf(word: string): number {
  if (/[.!?…。！？؟]["'”’»)]*$/.test(word)) return reach.sentence
  return /[,;:、，；：،–—]$/.test(word) ? reach.clause : 0
}

/** When the word at this place begins. An edited line with another number of words is said at an even pace. */
function timeBefore(line: SpokenLine, text: string, tokens: readonly Token[], at: number): number {
  const { startSeconds, endSeconds, words = [] } = line
  if (at === 0) return startSeconds
  const token = tokens[at]
  if (!token) return endSeconds
  const heard = words.length === tokens.length ? words[at]?.startSeconds : undefined
  const evenly = startSeconds + ((endSeconds - startSeconds) * token.from) / text.length
  return Math.min(endSeconds, Math.max(startSeconds, heard ?? evenly))
}
