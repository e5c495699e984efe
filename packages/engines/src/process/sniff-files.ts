/**
 * Recognizes files of a job in the sandbox: the execution plan knows the format of its first file only, and content that an
 * attacker chose must not stop the worker.
 */
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import type { EngineSettings } from '../engine.ts'
import { nodeProgram } from './node-helper.ts'
import { runProcess } from './run-process.ts'
import { pathInside, type Sandbox } from './sandbox.ts'
import { sniffedSchema } from './sniff-job.ts'

const timeoutMs = 60_000
/** Of all files together. */
const cpuSeconds = 20

interface SniffRun {
  readonly paths: readonly string[]
  readonly workFolder: string
  readonly signal: AbortSignal
}

/** In the order of the paths; null where the content is not recognized. */
export async function sniffFiles(
  { sandbox, settings }: { readonly sandbox: Sandbox; readonly settings: EngineSettings },
  { paths, workFolder, signal }: SniffRun,
): Promise<(FormatId | null)[]> {
  const [first] = paths
  if (first === undefined) return []
  const { command, script, mounts, env } = nodeProgram(sandbox, 'process/sniff-program.ts')
  const files = paths.map((source, index) => ({ source, target: `/job/sniffed/${index}` }))
  let line = ''
  await runProcess(sandbox, {
    program: command,
    tool: 'Recognizing files',
    input: first,
    outFolder: workFolder,
    args: () => [script],
    mounts: [...mounts, ...files],
    env,
    stdin: JSON.stringify(files.map(file => pathInside(sandbox, file))),
    timeoutMs,
    limits: { memoryBytes: 2 * settings.maxMemoryBytes, cpuSeconds },
    signal,
    onLine: given => {
      line = given
    },
    failure: exit =>
      new AppError('unknown-type', {}, { cause: new Error('sniffing failed', { cause: exit.stderr }) }),
  })
  const formats = sniffedSchema.parse(JSON.parse(line))
  if (formats.length !== paths.length) throw new AppError('internal')
  return formats
}
