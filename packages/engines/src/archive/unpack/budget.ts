/** Counts what an archive unpacks to, and refuses decompression bombs: by total, by number and by ratio. */
import { JobFailure } from '../../process/job-failure.ts'
import type { UnpackJob } from './job.ts'

export interface Budget {
  addEntry(): void
  addBytes(count: number): void
}

const bytesPerMegabyte = 1024 * 1024

export function createBudget(
  { maxBytes, maxEntries, maxRatio, ratioFromBytes }: UnpackJob['limits'],
  archiveBytes: number,
): Budget {
  let bytes = 0
  let entries = 0
  const refuse = (reason: string) => new JobFailure('unpacked-too-large', { reason })
  return {
    addEntry() {
      entries += 1
      if (entries > maxEntries) throw refuse(`more than ${maxEntries} files`)
    },
    addBytes(count) {
      bytes += count
      if (bytes > maxBytes) throw refuse(`more than ${Math.floor(maxBytes / bytesPerMegabyte)} MB`)
      if (bytes > ratioFromBytes && bytes > maxRatio * archiveBytes)
        throw refuse(`more than ${maxRatio} times the size of the archive`)
    },
  }
}
