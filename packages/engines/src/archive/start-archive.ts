/** Starts the archive engine; fails if 7-Zip is not installed. */
import { constants, existsSync } from 'node:fs'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ArchiveFormat, archiveFormats } from '@filesmith/contract/archive-formats'
import { passwordRefusal } from '@filesmith/contract/archive-password'
import { AppError } from '@filesmith/contract/errors'
import { handle, runStepsWith } from '../ability.ts'
import type { EngineSettings, LiveEngine, StepOutcome, StepRun } from '../engine.ts'
import type { JobPaths } from '../process/run-process.ts'
import { runProcess } from '../process/run-process.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { archivePack } from './abilities.ts'
import { withArchiveFolder } from './archive-folder.ts'
import { type Entry, readEntries, totalBytes } from './entries.ts'
import type { PackJob } from './pack-job.ts'
import { createPackProgress } from './pack-progress.ts'
import type { PackRun } from './pack-run.ts'
import { rarLevel } from './rar/levels.ts'
import type { RarJob } from './rar/write-archive.ts'
import { type ArchiveContext, packFailure, packingLimits, runPacker, toolName } from './run-packer.ts'
import { parseShare } from './seven-zip/parse-share.ts'
import { packSevenZip, sevenZipProgram } from './seven-zip/run-seven-zip.ts'
import { stageTree } from './stage-files.ts'

export async function startArchive(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  await access(sevenZipProgram, constants.X_OK).catch(() => {
    throw new Error('The program 7zz is missing; install the package "7zip".')
  })
  const context = { sandbox, settings }
  return {
    runStep: runStepsWith(handle(archivePack, run => pack(context, run))),
    close: async () => {},
  }
}

const packers: Readonly<Record<ArchiveFormat, (run: PackRun) => Promise<void>>> = {
  zip: packSevenZip,
  '7z': packSevenZip,
  tar: packTar,
  rar: packRar,
}

/** Packs files into one archive: validates the request, prepares the files and runs the packer of the format. */
async function pack(context: ArchiveContext, run: StepRun<{ readonly level: number }>): Promise<StepOutcome> {
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

const rarProgram = '/usr/bin/rar'
const treeName = 'tree'

function hasInstalledRar(): boolean {
  return existsSync(rarProgram)
}

/** False if rar itself failed, so that the built-in writer is used instead. */
async function packWithInstalledRar(run: PackRun): Promise<boolean> {
  const tree = join(run.folder.input, treeName)
  await mkdir(tree)
  await stageTree(run.entries, tree, run.signal, () => {})
  const { sandbox, settings } = run.context
  try {
    await runProcess(sandbox, {
      program: rarProgram,
      tool: toolName,
      input: run.folder.input,
      outFolder: run.folder.output,
      args: paths => installedRarArgs(run, paths),
      ...(run.password === undefined ? {} : { stdin: `${run.password}\n`.repeat(2) }),
      ...packingLimits(settings),
      signal: run.signal,
      onOutput: bytes => {
        const share = parseShare(bytes.toString('latin1'))
        if (share !== undefined) run.progress.update(share)
      },
      failure: packFailure,
    })
    return existsSync(join(run.folder.output, run.resultName))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'internal') throw error
    await rm(join(run.folder.output, run.resultName), { force: true })
    return false
  } finally {
    await rm(tree, { recursive: true, force: true })
  }
}

/** "-hp" without a value makes rar read the password from standard input, where other processes cannot see it. */
export function installedRarArgs(
  run: Pick<PackRun, 'level' | 'password' | 'resultName'>,
  { input, outFolder }: JobPaths,
): string[] {
  return [
    ...['a', '-ma5', `-m${rarLevel(run.level).method}`, '-htb', '-r', '-ep1', '-y', '-cfg-'],
    ...(run.password === undefined ? [] : ['-hp']),
    ...['--', join(outFolder, run.resultName), `${join(input, treeName)}/`],
  ]
}
