/** Cuts a segment where nobody speaks for a while: a model that hears on does not always notice. */
import { toFrame, toSeconds } from '../activity/levels.ts'

interface Placed {
  readonly startSeconds: number
  readonly endSeconds: number
}

/** Nobody pauses so long inside a sentence. */
const longPause = toFrame(1.5)

/** Words are placed by their length only, so one may reach over a silence: it belongs where its middle is. */
export function splitAtPauses<Word extends Placed>(
  words: readonly Word[],
  isActive: Uint8Array,
): readonly (readonly Word[])[] {
  const first = words[0]
  const last = words.at(-1)
  if (first === undefined || last === undefined) return []
  const pauses = longPauses(isActive, toFrame(first.startSeconds), toFrame(last.endSeconds))
  const groups = Array.from({ length: pauses.length + 1 }, (): Word[] => [])
  for (const word of words) {
    const middle = (word.startSeconds + word.endSeconds) / 2
    const index = pauses.filter(pause => (pause.startSeconds + pause.endSeconds) / 2 <= middle).length
    const earliest = pauses[index - 1]?.endSeconds ?? 0
    const latest = pauses[index]?.startSeconds ?? Number.POSITIVE_INFINITY
    const within = (seconds: number) => Math.min(Math.max(seconds, earliest), latest)
    groups[index]?.push({
      ...word,
      startSeconds: within(word.startSeconds),
      endSeconds: within(word.endSeconds),
    })
  }
  return groups.filter(group => group.length > 0)
}

function longPauses(isActive: Uint8Array, from: number, until: number): readonly Placed[] {
  const pauses: Placed[] = []
  let start = from
  for (let frame = from; frame <= until; frame += 1) {
    if (frame < until && isActive[frame] !== 1) continue
    if (frame - start >= longPause)
      pauses.push({ startSeconds: toSeconds(start), endSeconds: toSeconds(frame) })
    start = frame + 1
  }
  return pauses
}
