/** Packs files into one archive: validates the request, prepares the files and runs the packer of the format. */
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type ArchiveFormat, archiveFormats } from '@filesmith/contract/archive-formats'
import { passwordRefusal } from '@filesmith/contract/archive-password'
import { AppError } from '@filesmith/contract/errors'
import type { StepOutcome, StepRun } from '../engine.ts'
import { withArchiveFolder } from './archive-folder.ts'
import { type Entry, readEntries, totalBytes } from './entries.ts'
import type { PackJob } from './pack-job.ts'
import { createPackProgress } from './pack-progress.ts'
import type { PackRun } from './pack-run.ts'
import { hasInstalledRar, packWithInstalledRar } from './rar/run-installed-rar.ts'
import type { RarJob } from './rar/write-archive.ts'
import { type ArchiveContext, runPacker } from './run-packer.ts'
import { packSevenZip } from './seven-zip/run-seven-zip.ts'

const packers: Readonly<Record<ArchiveFormat, (run: PackRun) => Promise<void>>> = {
  zip: packSevenZip,
  '7z': packSevenZip,
  tar: packTar,
  rar: packRar,
}

export async function pack(
  context: ArchiveContext,
  run: StepRun<{ readonly level: number }>,
): Promise<StepOutcome> {
  const format = archiveFormats.find(id => id === run.step.to)
  if (format === undefined) throw new AppError('engine-missing', { tool: 'This archive format' })
  const refusal = run.password === undefined ? undefined : passwordRefusal(format, run.password)
  if (refusal) throw refusal
  const entries = await readEntries(run.files ?? [])
  return withArchiveFolder(run.outputPath, async folder => {
    const resultName = `result.${format}`
    await packers[format]({
      context,
      folder,
      entries,
      format,
      level: run.step.options.level,
      password: run.password,
      resultName,
      signal: run.signal,
      progress: createPackProgress(entries, run.onProgress),
    })
    await rename(join(folder.output, resultName), run.outputPath)
    run.onProgress({ percent: 100, stage: 'Done' })
    return {}
  })
}

/** Packs a RAR archive in the sandbox, with rar if it is installed or with the built-in writer. */
async function packRar(run: PackRun): Promise<void> {
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

/** Packs a .tar.gz archive in the sandbox. */
async function packTar({ context, folder, entries, level, resultName, ...run }: PackRun): Promise<void> {
  await runPacker(context, folder, {
    program: 'tar/program.ts',
    entries,
    job: ({ outFolder }) =>
      ({ outputPath: join(outFolder, resultName), level }) satisfies Omit<PackJob, 'files'>,
    signal: run.signal,
    onLine: run.progress.updateFromLine,
  })
}
