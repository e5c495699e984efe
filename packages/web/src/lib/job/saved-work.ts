/** Work of a tool that survives a reload, in localStorage: uploads, options and running job. */
import { type AcceptedReply, acceptedReplySchema } from '@filesmith/contract/schemas/conversion'
import { z } from 'zod'
import { storageOwner } from '../site-address.ts'

const savedFileSchema = z.object({
  uploadId: z.string(),
  path: z.string(),
  sizeBytes: z.number(),
  modifiedAt: z.string().optional(),
})
/** Never a password. */
const savedOptionsSchema = z.record(z.string(), z.union([z.string(), z.number()]))

const savedWorkSchema = z.object({
  version: z.literal(2),
  files: z.array(savedFileSchema),
  options: savedOptionsSchema,
  job: acceptedReplySchema.optional(),
})

/** Version 1 had no number and two forms: a list of files, or the one upload of a converter. */
const firstVersionSchema = z
  .object({
    version: z.undefined().optional(),
    files: z.array(savedFileSchema).optional(),
    upload: z.object({ id: z.string(), fileName: z.string(), sizeBytes: z.number() }).optional(),
    options: savedOptionsSchema.optional(),
    job: acceptedReplySchema.optional(),
  })
  .transform(({ files = [], upload, options = {}, job }) => ({
    files: upload ? [{ uploadId: upload.id, path: upload.fileName, sizeBytes: upload.sizeBytes }] : files,
    options,
    job,
  }))

export type SavedOptions = z.infer<typeof savedOptionsSchema>

interface SavedWork {
  readonly files: readonly z.infer<typeof savedFileSchema>[]
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
    const current = savedWorkSchema.safeParse(saved)
    if (current.success) return current.data
    const upgraded = firstVersionSchema.parse(saved)
    write(toolId, upgraded)
    return upgraded
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
