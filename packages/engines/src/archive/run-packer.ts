/** Runs a packing program in the sandbox with its job on standard input. */
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { EngineSettings } from '../engine.ts'
import type { Exit } from '../process/exit-cause.ts'
import type { JobFolder } from '../process/job-folder.ts'
import { nodeProgram } from '../process/node-helper.ts'
import { type JobPaths, jobPathsInside, runProcess } from '../process/run-process.ts'
import type { Sandbox } from '../process/sandbox.ts'
import type { Entry } from './entries.ts'
import { type StagedFiles, stageByNumber } from './stage-files.ts'

export interface ArchiveContext {
  readonly sandbox: Sandbox
  readonly settings: EngineSettings
}

/** Lower CPU priority than interactive conversions. */
const niceness = 10
export const toolName = 'Compressing files'

interface PackerRun {
  /** Relative to the archive engine's folder. */
  readonly program: string
  readonly entries: readonly Entry[]
  /** The job without its files. */
  readonly job: (paths: JobPaths) => object
  readonly signal: AbortSignal
  readonly timeoutMs?: number
  readonly onLine: (line: string) => void
}

/** Passes the job by standard input, because other processes can read arguments and environment. */
export async function runPacker(
  { sandbox, settings }: ArchiveContext,
  folder: JobFolder,
  run: PackerRun,
): Promise<void> {
  const staged = await stageByNumber(sandbox, run.entries, folder.input)
  const { command, script, mounts, env } = nodeProgram(sandbox, `archive/${run.program}`)
  const paths = jobPathsInside(sandbox, { input: folder.input, outFolder: folder.output })
  await runProcess(sandbox, {
    program: command,
    tool: toolName,
    input: folder.input,
    outFolder: folder.output,
    args: () => [script],
    mounts: [...mounts, ...staged.mounts],
    env,
    stdin: JSON.stringify({ ...run.job(paths), files: filesInSandbox(staged, paths) }),
    ...packingLimits(settings),
    ...(run.timeoutMs === undefined ? {} : { timeoutMs: run.timeoutMs }),
    signal: run.signal,
    onLine: run.onLine,
    failure: packFailure,
  })
}

/** Resource limits of all packers. */
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

function filesInSandbox({ files }: StagedFiles, { input }: JobPaths) {
  return files.map(file => ({
    ...file,
    path: file.path === null || file.path.startsWith('/') ? file.path : join(input, file.path),
  }))
}

/** Any bytes can be packed, so a failure other than limits or a full disk is an internal error. */
export function packFailure(exit: Exit): AppError {
  const cause = new Error(`Packing ended (code ${exit.code}, signal ${exit.signal})`, { cause: exit.stderr })
  return new AppError('internal', {}, { cause })
}
