/** How long each picture stays: its own time, or that of the frame rate. Kept by the picture, wherever it is moved. */
import { gifBounds } from '@filesmith/contract/operations/create-gif'
import { identityOf, type ListedFile } from '../../../lib/file-list/listed-file.ts'
import { readSavedFiles } from '../../../lib/file-list/saved-files.ts'
import { gifToolId } from '../gif-settings.ts'

/** Milliseconds by a picture's identity; those without one follow the frame rate. */
export type ImageDelays = Readonly<Record<string, number>>

const { min, max } = gifBounds.delay

function isDelay(ms: number): boolean {
  return Number.isInteger(ms) && ms >= min && ms <= max
}

export function usualDelayMs(fps: number): number {
  return Math.round(1000 / fps)
}

export function delayOf(listed: ListedFile, delays: ImageDelays, fps: number): number {
  return delays[identityOf(listed)] ?? usualDelayMs(fps)
}

/** As the call takes them; empty when no picture has a time of its own. */
export function writeDelays(files: readonly ListedFile[], delays: ImageDelays, fps: number): string {
  if (files.every(listed => delays[identityOf(listed)] === undefined)) return ''
  return files.map(listed => delayOf(listed, delays, fps)).join(',')
}

export function savedDelays(): ImageDelays {
  try {
    const kept: unknown = JSON.parse(String(readSavedFiles(gifToolId).options?.delays ?? '{}'))
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, number] => isDelay(Number(entry[1]))),
    )
  } catch {
    return {}
  }
}
