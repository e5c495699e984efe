/** Display time per image: custom, or given by the frame rate. Keyed by the image, so it survives reordering. */
import { gifBounds } from '@filesmith/contract/operations/create-gif'
import { identityOf, type ListedFile } from '../../../lib/file-list/listed-file.ts'
import { readSavedWork } from '../../../lib/job/saved-work.ts'
import { gifToolId } from '../gif-settings.ts'

/** Milliseconds by file identity; images without an entry follow the frame rate. */
export type ImageDelays = Readonly<Record<string, number>>

const { min, max } = gifBounds.delay

function isDelay(ms: number): boolean {
  return Number.isInteger(ms) && ms >= min && ms <= max
}

export function defaultDelayMs(fps: number): number {
  return Math.round(1000 / fps)
}

export function delayOf(listed: ListedFile, delays: ImageDelays, fps: number): number {
  return delays[identityOf(listed)] ?? defaultDelayMs(fps)
}

/** In the format of the API; empty if no image has a custom delay. */
export function formatDelays(files: readonly ListedFile[], delays: ImageDelays, fps: number): string {
  if (files.every(listed => delays[identityOf(listed)] === undefined)) return ''
  return files.map(listed => delayOf(listed, delays, fps)).join(',')
}

export function readSavedDelays(): ImageDelays {
  try {
    const saved: unknown = JSON.parse(String(readSavedWork(gifToolId).options.delays ?? '{}'))
    if (typeof saved !== 'object' || saved === null) return {}
    return Object.fromEntries(
      Object.entries(saved).filter((entry): entry is [string, number] => isDelay(Number(entry[1]))),
    )
  } catch {
    return {}
  }
}
