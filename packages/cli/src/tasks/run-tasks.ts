/** Runs tasks concurrently, saves their results and reports the outcome of each. */

import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FilesmithError } from '@filesmith/client/filesmith-error'
import { AppError, toAppError } from '@filesmith/contract/errors'
import { type FormatId, formatExtension } from '@filesmith/contract/formats'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import type { Operation } from '@filesmith/contract/operations/operation'
import { operations } from '@filesmith/contract/operations/registry'
import { type Destination, resultPath } from '../files/result-path.ts'
import { makeTemporaryFolder } from '../files/temporary-folder.ts'
import type { Reporter, TaskOutcome, TaskReport } from '../report/reporter.ts'
import { UsageError } from '../usage-error.ts'
import type { Converter, Task } from './converter.ts'

/** A task that is built lazily, so that an invalid file does not stop the others. */
export interface PendingTask {
  readonly label: string
  makeTask(): Promise<Task>
}

export interface RunSettings {
  readonly converter: Converter
  readonly destination: Destination
  readonly mayReplace: (path: string) => boolean
  readonly jobs: number
  readonly reporter: Reporter
  readonly signal: AbortSignal
}

export async function runTasks(
  pending: readonly PendingTask[],
  settings: RunSettings,
): Promise<TaskOutcome[]> {
  settings.reporter.addPending(pending.length)
  const queue = [...pending.entries()]
  const outcomes: TaskOutcome[] = []
  const runWorker = async () => {
    for (let next = queue.shift(); next && !settings.signal.aborted; next = queue.shift()) {
      const [index, { label, makeTask }] = next
      const report = settings.reporter.start(label)
      const outcome = await runTask(makeTask, report, settings)
      report.finish(outcome)
      outcomes[index] = outcome
    }
  }
  await Promise.all(Array.from({ length: Math.min(settings.jobs, pending.length) }, runWorker))
  return pending.map((_, index) => outcomes[index] ?? { status: 'interrupted' })
}

async function runTask(
  makeTask: () => Promise<Task>,
  report: TaskReport,
  settings: RunSettings,
): Promise<TaskOutcome> {
  const { converter, signal, destination, mayReplace } = settings
  try {
    const task = await makeTask()
    const expected = resultPathFor(task, task.expectedFormat, destination)
    if (expected !== undefined && !mayReplace(expected) && (await fileExists(expected)))
      return { status: 'skipped', result: expected }
    // 100 % is reported only when the result is saved.
    const onProgress = (percent: number, stage: string) => report.progress(Math.min(99, percent), stage)
    const converted = await converter.convert({ task, signal, onProgress })
    try {
      signal.throwIfAborted()
      return await saveResult(converted.format, converted.notes, converted.saveTo, task, settings)
    } finally {
      await converted.discard()
    }
  } catch (error) {
    if (signal.aborted) return { status: 'interrupted' }
    return toFailure(error)
  }
}

async function saveResult(
  format: FormatId,
  notes: readonly string[],
  saveTo: (path: string) => Promise<void>,
  task: Task,
  { destination, mayReplace }: RunSettings,
): Promise<TaskOutcome> {
  const path = resultPathFor(task, format, destination)
  if (path === undefined)
    return { status: 'done', result: '-', sizeBytes: await writeToStdout(saveTo), notes }
  const outcome = await writeResult(path, mayReplace(path), saveTo)
  if (outcome === 'existed') return { status: 'skipped', result: path }
  return { status: 'done', result: path, sizeBytes: (await stat(path)).size, notes }
}

/** Undefined for stdout. */
function resultPathFor(
  { operation, inputs }: Task,
  format: FormatId,
  destination: Destination,
): string | undefined {
  if (destination.kind === 'stdout') return undefined
  const { takes, fileKind }: Operation = operations[operation]
  const [first, ...others] = inputs
  const isAlone = others.length === 0 && !first.name.includes('/')
  if (takes !== 'several-files' || isAlone)
    return resultPath(destination, first.resultBeside ?? first.path, format)
  const folders = new Set(inputs.map(({ name }) => (name.includes('/') ? name.split('/')[0] : undefined)))
  const [folder] = folders
  const stem = fileKind !== 'archive' ? undefined : folders.size === 1 && folder ? folder : 'archive'
  if (stem === undefined) return resultPath(destination, first.path, format)
  const name = `${stem}.${formatExtension(format)}`
  if (destination.kind === 'file') return destination.path
  return destination.kind === 'folder' ? join(destination.path, name) : name
}

/** Buffers in a file first: a reader of the pipe cannot recognize a truncated result. */
async function writeToStdout(saveTo: (path: string) => Promise<void>): Promise<number> {
  const temporary = await makeTemporaryFolder()
  try {
    const path = join(temporary.path, 'result')
    await saveTo(path)
    await pipeline(createReadStream(path), process.stdout, { end: false })
    return (await stat(path)).size
  } finally {
    await temporary.remove()
  }
}

function toFailure(error: unknown): TaskOutcome {
  if (error instanceof UsageError) return { status: 'failed', code: 'wrong-use', message: error.message }
  if (error instanceof FilesmithError) return { status: 'failed', code: error.code, message: error.message }
  const { code, message } = toAppError(error)
  return { status: 'failed', code, message }
}

/** Writes a result atomically through a temporary file, and never overwrites an existing file unless forced. */
export async function writeResult(
  target: string,
  isForced: boolean,
  save: (path: string) => Promise<void>,
): Promise<'placed' | 'existed'> {
  const partial = join(dirname(target), `.filesmith-${randomBytes(6).toString('hex')}.part`)
  try {
    await mkdir(dirname(target), { recursive: true })
    await save(partial)
    if (isForced) await rename(partial, target)
    else return (await linkExclusively(partial, target)) ? 'placed' : 'existed'
    return 'placed'
  } catch (error) {
    throw writeError(error, target)
  } finally {
    // A failed cleanup must not hide the original error.
    await rm(partial, { force: true }).catch(() => undefined)
  }
}

async function fileExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** `link` fails atomically when the target exists. File systems without hard links only get a check before the rename. */
async function linkExclusively(partial: string, target: string): Promise<boolean> {
  try {
    await link(partial, target)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    if (await fileExists(target)) return false
    await rename(partial, target)
    return true
  }
}

const notWritableCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENAMETOOLONG'])

function writeError(error: unknown, target: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('storage-full', {}, { cause: error })
  if (code === undefined || !notWritableCodes.has(code)) return error
  const reason = commandLineMessages.notWritable(basename(target))
  return new AppError('invalid-request', { reason }, { cause: error })
}
