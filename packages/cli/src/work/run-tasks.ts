/** Runs tasks, several at once, puts their results where they belong and tells what became of each. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FilesmithError } from '@filesmith/client/filesmith-error'
import { toAppError } from '@filesmith/contract/errors'
import { type FormatId, formatExtension } from '@filesmith/contract/formats'
import type { Operation } from '@filesmith/contract/operations/operation'
import { operations } from '@filesmith/contract/operations/registry'
import { doesExist, placeResult } from '../files/place-result.ts'
import { type Destination, resultPath } from '../files/result-path.ts'
import { makeTemporaryFolder } from '../files/temporary-folder.ts'
import type { Reporter, TaskEnd, TaskReport } from '../report/reporter.ts'
import { WrongUse } from '../wrong-use.ts'
import type { Converter, Task } from './converter.ts'

/** A file somebody named, and how to make a task of it: what is wrong with one must not stop the others. */
export interface PlannedTask {
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

export async function runTasks(planned: readonly PlannedTask[], settings: RunSettings): Promise<TaskEnd[]> {
  settings.reporter.expect(planned.length)
  const waiting = [...planned.entries()]
  const ends: TaskEnd[] = []
  const work = async () => {
    for (let next = waiting.shift(); next && !settings.signal.aborted; next = waiting.shift()) {
      const [index, { label, makeTask }] = next
      const report = settings.reporter.begin(label)
      const end = await runTask(makeTask, report, settings)
      report.end(end)
      ends[index] = end
    }
  }
  await Promise.all(Array.from({ length: Math.min(settings.jobs, planned.length) }, work))
  return planned.map((_, index) => ends[index] ?? { status: 'interrupted' })
}

async function runTask(
  makeTask: () => Promise<Task>,
  report: TaskReport,
  settings: RunSettings,
): Promise<TaskEnd> {
  const { converter, signal, destination, mayReplace } = settings
  try {
    const task = await makeTask()
    const expected = pathFor(task, task.expects, destination)
    if (expected !== undefined && !mayReplace(expected) && (await doesExist(expected)))
      return { status: 'skipped', result: expected }
    // The last percent belongs to the file being in its place.
    const onProgress = (percent: number, stage: string) => report.progress(Math.min(99, percent), stage)
    const made = await converter.convert({ task, signal, onProgress })
    try {
      signal.throwIfAborted()
      return await place(made.format, made.notes, made.saveTo, task, settings)
    } finally {
      await made.discard()
    }
  } catch (error) {
    if (signal.aborted) return { status: 'interrupted' }
    return failure(error)
  }
}

async function place(
  format: FormatId,
  notes: readonly string[],
  saveTo: (path: string) => Promise<void>,
  task: Task,
  { destination, mayReplace }: RunSettings,
): Promise<TaskEnd> {
  const path = pathFor(task, format, destination)
  if (path === undefined) return { status: 'done', result: '-', sizeBytes: await pour(saveTo), notes }
  const outcome = await placeResult(path, mayReplace(path), saveTo)
  if (outcome === 'existed') return { status: 'skipped', result: path }
  return { status: 'done', result: path, sizeBytes: (await stat(path)).size, notes }
}

/** Undefined where it goes to the output of this program. */
function pathFor(
  { operation, inputs }: Task,
  format: FormatId,
  destination: Destination,
): string | undefined {
  if (destination.kind === 'stdout') return undefined
  const { takesMany, fileKind }: Operation = operations[operation]
  const [first, ...others] = inputs
  const isAlone = others.length === 0 && !first.name.includes('/')
  if (!takesMany || isAlone) return resultPath(destination, first.path, format)
  const folders = new Set(inputs.map(({ name }) => (name.includes('/') ? name.split('/')[0] : undefined)))
  const [folder] = folders
  const stem = fileKind !== 'archive' ? undefined : folders.size === 1 && folder ? folder : 'archive'
  if (stem === undefined) return resultPath(destination, first.path, format)
  const name = `${stem}.${formatExtension(format)}`
  if (destination.kind === 'file') return destination.path
  return destination.kind === 'folder' ? join(destination.path, name) : name
}

/** Through a file, because half a result in a pipe looks like a whole one. */
async function pour(saveTo: (path: string) => Promise<void>): Promise<number> {
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

function failure(error: unknown): TaskEnd {
  if (error instanceof WrongUse) return { status: 'failed', code: 'wrong-use', message: error.message }
  if (error instanceof FilesmithError) return { status: 'failed', code: error.code, message: error.message }
  const { code, message } = toAppError(error)
  return { status: 'failed', code, message }
}
