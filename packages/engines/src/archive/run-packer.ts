/** Runs a program of ours in the sandbox, with its job on standard input. */
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { EngineSettings } from '../engine.ts'
import type { Exit } from '../process/exit-cause.ts'
import { nodeProgram } from '../process/node-helper.ts'
import { type JobPaths, runProcess } from '../process/run-process.ts'
import type { Sandbox } from '../process/sandbox.ts'
import type { Entry } from './entries.ts'
import { type StagedFiles, stageByNumber } from './stage-files.ts'
import type { WorkFolder } from './work-folder.ts'

export interface ArchiveContext {
  readonly sandbox: Sandbox
  readonly settings: EngineSettings
}

/** Packing steps back for everything else the machine does. */
const niceness = 10
export const toolName = 'Compressing files'

interface PackerRun {
  /** Below this engine's folder. */
  readonly program: string
  readonly entries: readonly Entry[]
  /** The rest of what it is told, beside the files. */
  readonly job: (paths: JobPaths) => object
  readonly signal: AbortSignal
  readonly timeoutMs?: number
  readonly onLine: (line: string) => void
}

/** As a program of ours is told on standard input: never by argument or environment, where others can read it. */
export async function runPacker(
  { sandbox, settings }: ArchiveContext,
  folder: WorkFolder,
  run: PackerRun,
): Promise<void> {
  const staged = await stageByNumber(sandbox, run.entries, folder.input)
  const { command, script, mounts } = nodeProgram(sandbox, `archive/${run.program}`)
  const paths: JobPaths = sandbox.isIsolated
    ? { input: '/job/in', outFolder: '/job/out' }
    : { input: folder.input, outFolder: folder.output }
  await runProcess(sandbox, {
    program: command,
    tool: toolName,
    input: folder.input,
    outFolder: folder.output,
    args: () => [script],
    mounts: [...mounts, ...staged.mounts],
    stdin: JSON.stringify({ ...run.job(paths), files: seenFiles(staged, paths) }),
    ...packingLimits(settings),
    ...(run.timeoutMs === undefined ? {} : { timeoutMs: run.timeoutMs }),
    signal: run.signal,
    onLine: run.onLine,
    failure: packFailure,
  })
}

/** What packing may ask of the machine, whichever program does it. */
export function packingLimits({ archive, maxMemoryBytes }: EngineSettings) {
  return {
    timeoutMs: archive.timeoutMs,
    limits: {
      memoryBytes: maxMemoryBytes,
      cpuSeconds: archive.cpuSeconds,
      fileBytes: archive.maxOutputBytes,
      niceness,
    },
  }
}

function seenFiles({ files }: StagedFiles, { input }: JobPaths) {
  return files.map(file => ({
    ...file,
    path: file.path === null || file.path.startsWith('/') ? file.path : join(input, file.path),
  }))
}

/** Packing takes any bytes, so whatever goes wrong beside limits and full disks is a fault of ours. */
export function packFailure(exit: Exit): AppError {
  const cause = new Error(`Packing ended (code ${exit.code}, signal ${exit.signal})`, { cause: exit.stderr })
  return new AppError('internal', {}, { cause })
}
