/** Starts the archive engine; fails if 7-Zip is not installed. */
import { constants, existsSync } from 'node:fs'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ArchiveFormat, archiveFormats } from '@filesmith/contract/archive-formats'
import { passwordRefusal } from '@filesmith/contract/archive-password'
import { compressionLevels } from '@filesmith/contract/compression'
import { AppError } from '@filesmith/contract/errors'
import { handle, runStepsWith } from '../ability.ts'
import type { EngineSettings, LiveEngine, StepOutcome, StepRun } from '../engine.ts'
import { type JobFolder, withJobFolder } from '../process/job-folder.ts'
import type { JobPaths } from '../process/run-process.ts'
import { runProcess } from '../process/run-process.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { archiveConvert, archivePack } from './abilities.ts'
import { type Entry, readEntries, totalBytes } from './entries.ts'
import type { PackJob } from './pack-job.ts'
import type { PackProgress } from './pack-progress.ts'
import { createPackProgress } from './pack-progress.ts'
import { parseIndexes } from './parse-packer-output.ts'
import { rarLevel } from './rar/levels.ts'
import type { RarJob } from './rar/write-archive.ts'
import { type ArchiveContext, packFailure, packingLimits, runPacker, toolName } from './run-packer.ts'
import { stageTree } from './stage-files.ts'
import { bsdtarProgram } from './unpack/read-with-bsdtar.ts'
import { unpackArchive } from './unpack-archive.ts'

/** Below this total, compressing everything is faster than sampling. */
const minTotalBytes = 8 * 1024 * 1024
/** Higher levels compress everything. */
const maxLevel = 6

async function findIncompressible(run: PackRun): Promise<Set<Entry>> {
  const { entries, level, signal, context, folder } = run
  if (level > maxLevel || totalBytes(entries) < minTotalBytes) return new Set()
  const input = join(folder.input, 'samples')
  await mkdir(input)
  let indexes: readonly number[] = []
  await runPacker(
    context,
    { ...folder, input },
    {
      program: 'compressibility/program.ts',
      entries,
      job: () => ({ level }),
      signal,
      onLine: line => {
        indexes = parseIndexes(line) ?? indexes
      },
    },
  )
  return new Set(indexes.map(index => entries[index]).filter(entry => entry !== undefined))
}

/** Packs a ZIP or 7z archive with 7-Zip in the sandbox. */
const sevenZipProgram = '/usr/bin/7zz'

/** Progress share of copying, which is quick compared to packing. */
const copyShare = 0.03

/** One 7-Zip run over some of the files: either stored or compressed. */
interface Part {
  readonly folderName: string
  readonly level: number
  readonly entries: readonly Entry[]
}

async function packSevenZip(run: PackRun): Promise<void> {
  const incompressible = await findIncompressible(run)
  const parts: Part[] = [
    { folderName: 'stored', level: 0, entries: run.entries.filter(entry => incompressible.has(entry)) },
    {
      folderName: 'packed',
      level: run.level,
      entries: run.entries.filter(entry => !incompressible.has(entry)),
    },
  ].filter(({ entries }) => entries.length > 0)
  const total = Math.max(1, totalBytes(run.entries))
  let copiedBytes = 0
  for (const { folderName, entries } of parts) {
    await mkdir(join(run.folder.input, folderName))
    await stageTree(entries, join(run.folder.input, folderName), run.signal, byteCount => {
      copiedBytes += byteCount
      run.progress.update((copiedBytes / total) * copyShare)
    })
  }
  let doneShare = copyShare
  for (const part of parts) {
    const share = (totalBytes(part.entries) / total) * (1 - copyShare)
    await packPart(run, part, partShare => run.progress.update(doneShare + partShare * share))
    doneShare += share
  }
  // An empty archive is valid as well.
  if (parts.length === 0) await packPart(run, { folderName: '.', level: 1, entries: [] }, () => {})
}

async function packPart(run: PackRun, part: Part, onShare: (share: number) => void): Promise<void> {
  const { sandbox, settings } = run.context
  const { password } = run
  await runProcess(sandbox, {
    program: sevenZipProgram,
    tool: toolName,
    input: run.folder.input,
    outFolder: run.folder.output,
    args: ({ input, outFolder }) => [
      ...['a', `-t${run.format}`, `-mx=${part.level}`, '-bso0', '-bsp1', '-y', '-sccUTF-8'],
      ...formatArgs(run.format, password !== undefined),
      ...['--', join(outFolder, run.resultName), join(input, part.folderName, '*')],
    ],
    // 7-Zip asks once to create the archive, and again to add to one with encrypted names.
    ...(password === undefined ? {} : { stdin: `${password}\n`.repeat(3) }),
    ...packingLimits(settings),
    signal: run.signal,
    onOutput: bytes => {
      const share = parseShare(bytes.toString('latin1'))
      if (share !== undefined) onShare(share)
    },
    failure: packFailure,
  })
}

function formatArgs(format: PackRun['format'], isProtected: boolean): string[] {
  // Only the modification time: the other times are those of the staged copies.
  const times = ['-mtm=on', '-mtc=off', '-mta=off']
  // "-p" without a value makes 7-Zip read the password from standard input, where other processes cannot see it.
  const protection = isProtected ? ['-p', format === 'zip' ? '-mem=AES256' : '-mhe=on'] : []
  return [...times, ...(format === 'zip' ? zipNamesAndTimes : []), ...protection]
}

/** UTF-8 names, and UTC timestamps in addition to the local DOS time. */
const zipNamesAndTimes = ['-mcu=on', '-mtp=1']

export async function startArchive(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  await access(sevenZipProgram, constants.X_OK).catch(() => {
    throw new Error('The program 7zz is missing; install the package "7zip".')
  })
  await access(bsdtarProgram, constants.X_OK).catch(() => {
    throw new Error('The program bsdtar is missing; install the package "libarchive-tools".')
  })
  const context = { sandbox, settings }
  return {
    runStep: runStepsWith(
      handle(archivePack, run => pack(context, run)),
      handle(archiveConvert, run => repack(context, run)),
    ),
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
  return withJobFolder(run.outputPath, async folder => {
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

const unpackedPercent = 50

/** Unpacks an archive and packs its files again. The password opens it; the result is not protected. */
async function repack(context: ArchiveContext, run: StepRun): Promise<StepOutcome> {
  run.onProgress({ percent: 0, stage: 'Unpacking' })
  return withJobFolder(run.outputPath, async folder => {
    const { files, notes, warnings } = await unpackArchive(context, folder, run)
    if (run.isStrict && warnings !== undefined && warnings.length > 0) return { warnings }
    const { password: _, ...given } = run
    await pack(context, {
      ...given,
      files,
      step: { ...run.step, options: { level: compressionLevels.default } },
      onProgress: ({ percent, stage }) => run.onProgress({ percent: unpackedPercent + percent / 2, stage }),
    })
    return { ...(notes?.length && { notes }), ...(warnings?.length && { warnings }) }
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

/** Anchored at backspaces: 7-Zip overwrites its line, and the file names after the percentage can contain anything. */
const statusLine = /(?:^|[\b]) *(\d{1,3})%/g

/** The last percentage in the output as a share; undefined if there is none. */
export function parseShare(output: string): number | undefined {
  const last = [...output.matchAll(statusLine)].at(-1)?.[1]
  return last === undefined ? undefined : Math.min(100, Number(last)) / 100
}

interface PackRun {
  readonly context: ArchiveContext
  readonly folder: JobFolder
  readonly entries: readonly Entry[]
  readonly format: ArchiveFormat
  readonly level: number
  readonly password: string | undefined
  /** Name of the archive in the output folder. */
  readonly resultName: string
  readonly signal: AbortSignal
  readonly progress: PackProgress
}
