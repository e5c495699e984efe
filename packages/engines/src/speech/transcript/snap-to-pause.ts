/** Moves the edge of a segment to the pause it was meant for: a model's times are a little off, and often whole seconds. */
import { toFrame, toSeconds } from '../activity/levels.ts'

/** A pause so near is what was meant. */
const near = toFrame(0.6)
const shortestPause = toFrame(0.08)
/** Further than this the ears are rather wrong than the model. */
const farthest = toFrame(2)

/** A segment begins where a pause ends, and ends where one begins. */
export function snapToPause(seconds: number, isActive: Uint8Array, edge: 'start' | 'end'): number {
  const frame = Math.min(Math.max(0, toFrame(seconds)), isActive.length - 1)
  for (let distance = 0; distance <= near; distance += 1) {
    const pause = pauseAt(isActive, frame - distance) ?? pauseAt(isActive, frame + distance)
    if (pause === undefined) continue
    const target = edge === 'start' ? pause.until : pause.from
    return Math.abs(target - frame) < farthest ? toSeconds(target) : seconds
  }
  return seconds
}

function pauseAt(
  isActive: Uint8Array,
  frame: number,
): { readonly from: number; readonly until: number } | undefined {
  if (isActive[frame] !== 0) return undefined
  let [from, until] = [frame, frame + 1]
  while (isActive[from - 1] === 0 && frame - from < farthest) from -= 1
  while (isActive[until] === 0 && until - frame < farthest) until += 1
  return until - from < shortestPause ? undefined : { from, until }
}
