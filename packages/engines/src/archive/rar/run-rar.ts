/** Packs into a RAR archive, in the sandbox: by our own writer, or by rar itself where it is installed. */
import { join } from 'node:path'
import { type Entry, totalBytes } from '../entries.ts'
import type { PackRun } from '../pack-run.ts'
import { runPacker } from '../run-packer.ts'
import { hasInstalledRar, isPackedByInstalledRar } from './run-installed-rar.ts'
import type { RarJob } from './write-archive.ts'

export async function packRar(run: PackRun): Promise<void> {
  if (hasInstalledRar() && (await isPackedByInstalledRar(run))) return
  const { context, folder, entries, level } = run
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
