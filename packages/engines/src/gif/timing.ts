/** Frame delays in the time units of a format, without accumulating rounding errors. */
import { framesOf } from '@filesmith/contract/gif-estimate'

/** GIF counts hundredths of a second, the other formats milliseconds. */
export const unitsPerSecond = { gif: 100, webp: 1000, apng: 1000, mp4: 1000 } as const

/** Display time of each frame; the sum is exactly the duration of the range. */
export function videoDelaysMs(frames: number, fps: number, durationSeconds: number): number[] {
  const totalMs = frames < framesOf(durationSeconds, fps) ? (frames * 1000) / fps : durationSeconds * 1000
  return Array.from({ length: frames }, (_, index) => {
    const endMs = index === frames - 1 ? totalMs : ((index + 1) * 1000) / fps
    return endMs - (index * 1000) / fps
  })
}

/** Images without a given delay last one frame of the requested rate. */
export function imageDelaysMs(images: number, fps: number, delays: string): number[] {
  const given = delays === '' ? [] : delays.split(',').map(Number)
  return Array.from({ length: images }, (_, index) => given[index] ?? 1000 / fps)
}

/** Browsers play shorter delays as a tenth of a second. */
const minHundredths = 2

/** Rounds end times instead of delays, so that the total is exact to one unit. */
export function delaysInUnits(delaysMs: readonly number[], perSecond: number): number[] {
  const min = Math.max(1, (minHundredths * perSecond) / 100)
  let [endMs, shown] = [0, 0]
  return delaysMs.map(delayMs => {
    endMs += delayMs
    const units = Math.max(min, Math.round((endMs * perSecond) / 1000) - shown)
    shown += units
    return units
  })
}

/** Adds the time of dropped frames to the frame before. */
export function thinOut(
  delaysMs: readonly number[],
  keepEvery: number,
): { readonly kept: readonly number[]; readonly delaysMs: readonly number[] } {
  const kept = [...delaysMs.keys()].filter(index => index % keepEvery === 0)
  const sumFrom = (index: number) =>
    delaysMs.slice(index, index + keepEvery).reduce((sum, delay) => sum + delay, 0)
  return { kept, delaysMs: kept.map(sumFrom) }
}
