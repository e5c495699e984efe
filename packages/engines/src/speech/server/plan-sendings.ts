/** Cuts a long film into pieces a server takes, at pauses wherever there are some. */
import type { Activity } from '../activity/find-speech.ts'
import { type Levels, toFrame, toSeconds } from '../activity/levels.ts'
import { type Piece, quietestFrame } from '../activity/plan-windows.ts'

/** Ten minutes stay below 20 MB even where nothing can be packed: servers take 25. */
const longest = toFrame(600)
const enough = toFrame(480)

/** What lies between pieces is silence; without speech there are none. */
export function planSendings(levels: Levels, { stretches }: Activity): readonly Piece[] {
  const last = stretches.at(-1)
  const first = stretches[0]
  if (first === undefined || last === undefined) return []
  const pieces: Piece[] = []
  let { from } = first
  while (last.until - from > longest) {
    const cut = longestPause(stretches, from) ?? quietestFrame(levels, from + enough, from + longest)
    pieces.push({ startSeconds: toSeconds(from), endSeconds: toSeconds(cut) })
    from = cut
  }
  return [...pieces, { startSeconds: toSeconds(from), endSeconds: toSeconds(last.until) }]
}

/** The middle of the longest silence that ends the piece late enough. */
function longestPause(stretches: Activity['stretches'], from: number): number | undefined {
  const pauses = stretches.slice(1).flatMap((stretch, index) => {
    const start = stretches[index]?.until ?? stretch.from
    const middle = Math.floor((start + stretch.from) / 2)
    return middle > from + enough && middle < from + longest ? [{ middle, length: stretch.from - start }] : []
  })
  return pauses.toSorted((a, b) => b.length - a.length)[0]?.middle
}
