/** Packs a RAR archive in the sandbox, with rar if it is installed or with the built-in writer. */
import { join } from 'node:path'
import { type Entry, totalBytes } from '../entries.ts'
import type { PackRun } from '../pack-run.ts'
import { runPacker } from '../run-packer.ts'
import { hasInstalledRar, packWithInstalledRar } from './run-installed-rar.ts'
import type { RarJob } from './write-archive.ts'

export async function packRar(run: PackRun): Promise<void> {
  if (hasInstalledRar() && (await packWithInstalledRar(run))) return
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
    onLine: run.progress.updateFromLine,
  })
}

function largestOf(entries: readonly Entry[]): number {
  return entries.reduce((largest, { sizeBytes }) => Math.max(largest, sizeBytes), 0)
}
