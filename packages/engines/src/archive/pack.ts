/** Packs files into one archive: checks what is asked for, puts everything in place, and lets the right program do it. */
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { StepOutcome, StepRun } from '../engine.ts'
import { checkPassword } from './check-password.ts'
import { readEntries } from './entries.ts'
import { type ArchiveFormat, archiveFormats } from './formats.ts'
import { createPackProgress } from './pack-progress.ts'
import type { PackRun } from './pack-run.ts'
import { packRar } from './rar/run-rar.ts'
import type { ArchiveContext } from './run-packer.ts'
import { packSevenZip } from './seven-zip/run-seven-zip.ts'
import { packTar } from './tar/run-tar.ts'
import { withWorkFolder } from './work-folder.ts'

const packers: Readonly<Record<ArchiveFormat, (run: PackRun) => Promise<void>>> = {
  zip: packSevenZip,
  '7z': packSevenZip,
  tar: packTar,
  rar: packRar,
}

const defaultLevel = 5

export async function pack(context: ArchiveContext, run: StepRun): Promise<StepOutcome> {
  const format = archiveFormats.find(id => id === run.step.to)
  if (format === undefined) throw new AppError('engine-missing', { tool: 'This archive format' })
  checkPassword(format, run.password)
  const entries = await readEntries(run.files ?? [])
  return withWorkFolder(run.outputPath, async folder => {
    const resultName = `result.${format}`
    await packers[format]({
      context,
      folder,
      entries,
      format,
      level: readLevel(run.step.options.level),
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

function readLevel(given: unknown): number {
  const level = Math.round(Number(given ?? defaultLevel))
  return Number.isFinite(level) ? Math.min(9, Math.max(1, level)) : defaultLevel
}
