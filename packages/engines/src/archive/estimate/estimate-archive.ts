/** Estimates how large an archive will be, from a few hundred kilobytes of its files, in well under a second. */
import type { ArchiveEstimation } from '../../engine.ts'
import { type Entry, readEntries } from '../entries.ts'
import type { ArchiveFormat } from '../formats.ts'
import type { PackJob } from '../pack-job.ts'
import { readCount } from '../read-answer.ts'
import { type ArchiveContext, runPacker } from '../run-packer.ts'
import { withWorkFolder } from '../work-folder.ts'

export interface EstimateJob extends Pick<PackJob, 'files' | 'level'> {
  readonly format: ArchiveFormat
}

/** What a file costs beside its content and its name, about. */
const entryBytes: Readonly<Record<ArchiveFormat, number>> = { zip: 110, '7z': 20, tar: 90, rar: 100 }
/** How often a name is written. */
const nameCopies: Readonly<Record<ArchiveFormat, number>> = { zip: 2, '7z': 0.5, tar: 0.5, rar: 1 }
const archiveBytes = 60
const timeoutMs = 20_000

/** In bytes. Data that comes again far away makes a real archive smaller than samples can tell. */
export async function estimateArchive(
  context: ArchiveContext,
  { files, format, level, besidePath, signal }: ArchiveEstimation,
): Promise<number> {
  const entries = await readEntries(files)
  return withWorkFolder(besidePath, async folder => {
    let packedBytes = 0
    await runPacker(context, folder, {
      program: 'estimate/program.ts',
      entries,
      job: () => ({ level, format }) satisfies Omit<EstimateJob, 'files'>,
      signal,
      timeoutMs,
      onLine: line => {
        packedBytes = readCount(line) ?? packedBytes
      },
    })
    return archiveBytes + packedBytes + Math.round(headerBytes(entries, format))
  })
}

function headerBytes(entries: readonly Entry[], format: ArchiveFormat): number {
  return entries.reduce(
    (sum, { name }) => sum + entryBytes[format] + nameCopies[format] * Buffer.byteLength(name),
    0,
  )
}
