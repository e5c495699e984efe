/** Counts what an archive unpacks to, and refuses decompression bombs: by total, by number and by ratio; and names that are too long. */
import { JobFailure } from '../../process/job-failure.ts'
import { maxNameBytes, maxNamesBytes, type UnpackJob } from './job.ts'

export interface Budget {
  /** `nameBytes` is the length of its path. */
  addEntry(nameBytes: number): void
  addBytes(count: number): void
}

const bytesPerMegabyte = 1024 * 1024

export function nameTooLong(): JobFailure {
  return new JobFailure('archive-name-too-long', { bytes: maxNameBytes })
}

export function createBudget(
  { maxBytes, maxEntries, maxRatio, ratioFromBytes }: UnpackJob['limits'],
  archiveBytes: number,
): Budget {
  let bytes = 0
  let entries = 0
  let namesBytes = 0
  const refuse = (reason: string) => new JobFailure('unpacked-too-large', { reason })
  return {
    addEntry(nameBytes) {
      if (nameBytes > maxNameBytes) throw nameTooLong()
      namesBytes += nameBytes
      if (namesBytes > maxNamesBytes)
        throw refuse(`names of more than ${maxNamesBytes / bytesPerMegabyte} MB`)
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
