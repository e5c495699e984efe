/** Packs into a RAR archive by our own writer, in the sandbox. */
import { join } from 'node:path'
import { type Entry, totalBytes } from '../entries.ts'
import type { PackRun } from '../pack.ts'
import { runPacker } from '../run-packer.ts'
import type { RarJob } from './write-archive.ts'

export async function packRar({ context, folder, entries, level, ...run }: PackRun): Promise<void> {
  await runPacker(context, folder, {
    program: 'rar/program.ts',
    entries,
    job: ({ outFolder }) =>
      ({
        outputPath: join(outFolder, run.resultName),
        level,
        totalBytes: totalBytes(entries),
        largestFileBytes: largestOf(entries),
        ...(run.password === undefined ? {} : { password: run.password }),
      }) satisfies Omit<RarJob, 'files'>,
    signal: run.signal,
    onLine: run.progress.tellLine,
  })
}

function largestOf(entries: readonly Entry[]): number {
  return entries.reduce((largest, { sizeBytes }) => Math.max(largest, sizeBytes), 0)
}
