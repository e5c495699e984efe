/** Persists which files of a watched folder have been processed, identified by name, size and time. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Stored in the output folder. */
const stateFileName = '.filesmith-watch.json'

const entrySchema = z.object({
  sizeBytes: z.number(),
  modifiedAtMs: z.number(),
  status: z.enum(['done', 'skipped', 'failed']),
  result: z.string().nullable(),
})
const stateSchema = z.object({ to: z.string(), files: z.record(z.string(), entrySchema) })

export type WatchStateEntry = z.infer<typeof entrySchema>

export interface FileStamp {
  readonly sizeBytes: number
  readonly modifiedAtMs: number
}

export interface WatchState {
  isSettled(name: string, stamp: FileStamp): boolean
  /** Path of its previous result, which a changed file may overwrite. */
  resultOf(name: string): string | null
  note(name: string, entry: WatchStateEntry): Promise<void>
}

/** Entries of another `to` (format and options) are ignored, so that all files are processed again. */
export async function openWatchState(folder: string, to: string): Promise<WatchState> {
  const path = join(folder, stateFileName)
  const files = await readEntries(path, to)
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    // Written atomically: a truncated file would cause everything to be processed again.
    await writeFile(`${path}.part`, JSON.stringify({ to, files }, null, 1))
    await rename(`${path}.part`, path)
  }

  return {
    isSettled(name, { sizeBytes, modifiedAtMs }) {
      const known = Object.hasOwn(files, name) ? files[name] : undefined
      return known?.sizeBytes === sizeBytes && known.modifiedAtMs === modifiedAtMs
    },
    resultOf: name => (Object.hasOwn(files, name) ? files[name]?.result : null) ?? null,
    note(name, entry) {
      files[name] = entry
      writing = writing.then(write)
      return writing
    },
  }
}

async function readEntries(path: string, to: string): Promise<Record<string, WatchStateEntry>> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return {}
  try {
    const state = stateSchema.safeParse(JSON.parse(text))
    return state.success && state.data.to === to ? state.data.files : {}
  } catch {
    return {}
  }
}
