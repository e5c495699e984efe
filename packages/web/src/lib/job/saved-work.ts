/** Work of a tool that survives a reload, in localStorage: uploads, options and running job. */
import type { AcceptedReply } from '@filesmith/contract/schemas/conversion'
import { storageOwner } from '../site-address.ts'

interface SavedFile {
  readonly uploadId: string
  readonly path: string
  readonly sizeBytes: number
  readonly modifiedAt?: string | undefined
}

/** Never a password. */
export type SavedOptions = Readonly<Record<string, string | number>>

interface SavedWork {
  readonly files: readonly SavedFile[]
  readonly options: SavedOptions
  readonly job?: AcceptedReply | undefined
}

/** Tools without an id keep nothing. */
export type WorkId = string | undefined

const nothing: SavedWork = { files: [], options: {} }

export function readSavedWork(toolId: WorkId): SavedWork {
  if (toolId === undefined) return nothing
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(storageKey(toolId)) ?? 'null')
    if (saved === null) return nothing
    const work = checkWork(saved)
    if (!isOf(saved, { version: isVersion })) write(toolId, work)
    return work
  } catch {
    return nothing
  }
}

export function saveWork(toolId: WorkId, change: Partial<SavedWork>): void {
  if (toolId === undefined) return
  try {
    write(toolId, { ...readSavedWork(toolId), ...change })
  } catch {
    // Storage may be full or blocked: the tool works, but its state is lost on reload.
  }
}

export function hasSavedWork(toolId: string): boolean {
  const { files, job } = readSavedWork(toolId)
  return files.length > 0 || job !== undefined
}

/** Moves an upload to another tool that accepts it. */
export function moveUpload(fromToolId: string, toToolId: string): void {
  const { files } = readSavedWork(fromToolId)
  saveWork(fromToolId, { files: [], job: undefined })
  saveWork(toToolId, { files })
}

function write(toolId: string, { files, options, job }: SavedWork): void {
  const key = storageKey(toolId)
  // Options without files are not worth restoring.
  if (files.length === 0 && job === undefined) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify({ version: 2, files, options, job }))
}

function storageKey(toolId: string): string {
  return `${storageOwner}.work.${toolId}`
}

type Check<Value> = (value: unknown) => value is Value

/** Checked without zod, which no page needs before its first file. Throws if it is neither of the two versions. */
function checkWork(saved: unknown): SavedWork {
  if (isOf(saved, { version: isVersion, files: isFiles, options: isOptions, job: isJob })) return saved
  // Version 1 had no number and two forms: a list of files, or the one upload of a converter.
  const shape = {
    version: isAbsent,
    files: orAbsent(isFiles),
    upload: orAbsent(isUpload),
    options: orAbsent(isOptions),
    job: isJob,
  }
  if (!isOf(saved, shape)) throw new TypeError('saved work has an unknown form')
  const { files = [], upload, options = {}, job } = saved
  return {
    files: upload ? [{ uploadId: upload.id, path: upload.fileName, sizeBytes: upload.sizeBytes }] : files,
    options,
    job,
  }
}

/** Whether an object has these properties. */
function isOf<Shape extends Readonly<Record<string, Check<unknown>>>>(
  value: unknown,
  shape: Shape,
): value is { [Key in keyof Shape]: Shape[Key] extends Check<infer Value> ? Value : never } {
  if (typeof value !== 'object' || value === null) return false
  const properties: Readonly<Record<string, unknown>> = { ...value }
  return Object.entries(shape).every(([key, isRight]) => isRight(properties[key]))
}

function orAbsent<Value>(isRight: Check<Value>): Check<Value | undefined> {
  return (value): value is Value | undefined => value === undefined || isRight(value)
}

const isVersion: Check<2> = value => value === 2
const isAbsent: Check<undefined> = value => value === undefined
const isString: Check<string> = value => typeof value === 'string'
const isNumber: Check<number> = value => typeof value === 'number'
const isFiles: Check<readonly SavedFile[]> = (value): value is readonly SavedFile[] =>
  Array.isArray(value) &&
  value.every(file =>
    isOf(file, { uploadId: isString, path: isString, sizeBytes: isNumber, modifiedAt: orAbsent(isString) }),
  )
const isUpload: Check<{ id: string; fileName: string; sizeBytes: number }> = value =>
  isOf(value, { id: isString, fileName: isString, sizeBytes: isNumber })
const isOptions: Check<SavedOptions> = (value): value is SavedOptions =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(option => isString(option) || isNumber(option))
const isJob: Check<AcceptedReply | undefined> = orAbsent<AcceptedReply>((value): value is AcceptedReply =>
  isOf(value, { id: isString, statusUrl: isString, eventsUrl: isString }),
)
