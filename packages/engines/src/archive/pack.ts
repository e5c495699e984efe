/** Packs files into one archive: validates the request, prepares the files and runs the packer of the format. */
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type ArchiveFormat, archiveFormats } from '@filesmith/contract/archive-formats'
import { passwordRefusal } from '@filesmith/contract/archive-password'
import { AppError } from '@filesmith/contract/errors'
import type { StepOutcome, StepRun } from '../engine.ts'
import { withArchiveFolder } from './archive-folder.ts'
import { readEntries } from './entries.ts'
import { createPackProgress } from './pack-progress.ts'
import type { PackRun } from './pack-run.ts'
import { packRar } from './rar/run-rar.ts'
import type { ArchiveContext } from './run-packer.ts'
import { packSevenZip } from './seven-zip/run-seven-zip.ts'
import { packTar } from './tar/run-tar.ts'

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
