/** Unpacks an archive in the sandbox: every file under a number, with the names of the archive in a list. */
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import type { PackedFile, StepOutcome, StepRun } from '../engine.ts'
import { readFailure } from '../process/helper-messages.ts'
import { type JobFolder, stageFile } from '../process/job-folder.ts'
import { nodeProgram } from '../process/node-helper.ts'
import { readReport } from '../process/read-report.ts'
import { jobPathsInside, runProcess } from '../process/run-process.ts'
import { safeEntryNames } from './entries.ts'
import { type ArchiveContext, packingLimits } from './run-packer.ts'
import {
  maxNamesBytes,
  type UnpackedList,
  type UnpackJob,
  unpackedListName,
  unpackedListSchema,
} from './unpack/job.ts'

const unpackTool = 'Unpacking archives'
/** Names, and for each of them a number, a time and what JSON adds. */
const maxListBytes = 3 * maxNamesBytes

export interface UnpackedArchive extends Pick<StepOutcome, 'notes' | 'warnings'> {
  readonly files: readonly PackedFile[]
}

export async function unpackArchive(
  { sandbox, settings }: ArchiveContext,
  folder: JobFolder,
  run: StepRun,
): Promise<UnpackedArchive> {
  const staged = await stageFile(sandbox, run.inputPath, folder.input, 'archive')
  const { command, script, mounts, env } = nodeProgram(sandbox, 'archive/unpack/program.ts')
  const paths = jobPathsInside(sandbox, { input: folder.input, outFolder: folder.output })
  const { unpacking } = settings.archive
  const { timeoutMs, limits } = packingLimits(settings)
  const params = { format: formats[run.step.from].label }
  const job: UnpackJob = {
    path: staged.path.startsWith('/') ? staged.path : join(paths.input, staged.path),
    format: run.step.from,
    name: run.name ?? 'file',
    outFolder: paths.outFolder,
    ...(run.password !== undefined && run.password !== '' && { password: run.password }),
    limits: unpacking,
  }
  let failure: unknown
  await runProcess(sandbox, {
    program: command,
    tool: unpackTool,
    input: folder.input,
    outFolder: folder.output,
    args: () => [script],
    mounts: [...mounts, ...staged.mounts],
    env,
    stdin: JSON.stringify(job),
    timeoutMs,
    limits: { ...limits, fileBytes: unpacking.maxBytes },
    signal: run.signal,
    onLine: line => {
      failure = failureIn(line) ?? failure
    },
    failure: ({ code, signal, stderr }) =>
      new AppError('file-damaged', params, {
        cause: new Error(`the unpacking program ended (code ${code}, signal ${signal})`, { cause: stderr }),
      }),
  })
  if (failure !== undefined) throw readFailure(failure, params)
  return describe(await readList(join(folder.output, unpackedListName), params), folder.output)
}

function failureIn(line: string): unknown {
  try {
    const message: unknown = JSON.parse(line)
    return typeof message === 'object' && message !== null && 'failure' in message
      ? message.failure
      : undefined
  } catch {
    return undefined
  }
}

/** The program read a hostile file and is not trusted: the list is checked, and its files are numbers in the folder. */
async function readList(path: string, params: { readonly format: string }): Promise<UnpackedList> {
  try {
    return unpackedListSchema.parse(JSON.parse(await readReport(path, maxListBytes)))
  } catch (cause) {
    throw new AppError('file-damaged', params, { cause })
  }
}

function describe(list: UnpackedList, folder: string): UnpackedArchive {
  const { entries, leftOut } = list
  const names = safeEntryNames(entries.map(({ name }) => name))
  const renamed = entries.filter(({ file, name }, index) => file !== null && names[index] !== name).length
  return {
    files: entries.map(({ file, name, modifiedAtMs }) => ({
      path: file === null ? folder : join(folder, String(file)),
      name,
      modifiedAt: new Date(Math.max(0, modifiedAtMs)),
    })),
    notes: [
      ...(entries.length === 0 ? ['The archive has no files.'] : []),
      ...(leftOut > 0 ? [`${counted(leftOut, 'link or device is', 'links and devices are')} left out.`] : []),
      ...(renamed > 0
        ? [`${counted(renamed, 'name was', 'names were')} changed, so that every system can store the files.`]
        : []),
    ],
    warnings: warningsOf(list),
  }
}

function warningsOf({ unreadable, isCutShort }: UnpackedList): string[] {
  if (isCutShort) return ['The archive is damaged or incomplete: only the files before the damage were read.']
  if (unreadable === 0) return []
  return [`The archive is damaged: ${counted(unreadable, 'file', 'files')} could not be read.`]
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
