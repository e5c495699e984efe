/** When every frame is shown, in the clock of a format, without a mistake that adds up. */
import { framesOf } from '@filesmith/contract/gif-estimate'

/** GIF counts hundredths of a second, the others can do thousandths. */
export const unitsPerSecond = { gif: 100, webp: 1000, apng: 1000, mp4: 1000 } as const

/** How long each frame of a piece of a film is shown; together exactly the piece. */
export function videoDelaysMs(frames: number, fps: number, durationSeconds: number): number[] {
  const totalMs = frames < framesOf(durationSeconds, fps) ? (frames * 1000) / fps : durationSeconds * 1000
  return Array.from({ length: frames }, (_, index) => {
    const endMs = index === frames - 1 ? totalMs : ((index + 1) * 1000) / fps
    return endMs - (index * 1000) / fps
  })
}

/** What is not given lasts as long as a frame of the chosen rate. */
export function imageDelaysMs(images: number, fps: number, delays: string): number[] {
  const given = delays === '' ? [] : delays.split(',').map(Number)
  return Array.from({ length: images }, (_, index) => given[index] ?? 1000 / fps)
}

/** The least a browser shows as it is told; what is shorter, it shows for a tenth of a second. */
const leastHundredths = 2

/** Rounds the moments and not the lengths, so that the whole is right to one unit. */
export function delaysInUnits(delaysMs: readonly number[], perSecond: number): number[] {
  const least = Math.max(1, (leastHundredths * perSecond) / 100)
  let [endMs, shown] = [0, 0]
  return delaysMs.map(delayMs => {
    endMs += delayMs
    const units = Math.max(least, Math.round((endMs * perSecond) / 1000) - shown)
    shown += units
    return units
  })
}

/** Frames left out give their time to the one before. */
export function thinOut(
  delaysMs: readonly number[],
  keepEvery: number,
): { readonly kept: readonly number[]; readonly delaysMs: readonly number[] } {
  const kept = [...delaysMs.keys()].filter(index => index % keepEvery === 0)
  const sumFrom = (index: number) =>
    delaysMs.slice(index, index + keepEvery).reduce((sum, delay) => sum + delay, 0)
  return { kept, delaysMs: kept.map(sumFrom) }
}
