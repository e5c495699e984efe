/** Remembers over restarts which files of a watched folder are done, by their size and time. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Stands among the results. */
const ledgerName = '.filesmith-watch.json'

const entrySchema = z.object({
  sizeBytes: z.number(),
  modifiedAtMs: z.number(),
  status: z.enum(['done', 'skipped', 'failed']),
  result: z.string().nullable(),
})
const ledgerSchema = z.object({ to: z.string(), files: z.record(z.string(), entrySchema) })

export type LedgerEntry = z.infer<typeof entrySchema>

export interface FileStamp {
  readonly sizeBytes: number
  readonly modifiedAtMs: number
}

export interface WatchLedger {
  isSettled(name: string, stamp: FileStamp): boolean
  /** What was made of it before, which a changed file may replace. */
  resultOf(name: string): string | null
  note(name: string, entry: LedgerEntry): Promise<void>
}

/** `to` belongs to it: asked for something else, everything is to be done anew. */
export async function openLedger(folder: string, to: string): Promise<WatchLedger> {
  const path = join(folder, ledgerName)
  const files = await readEntries(path, to)
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    // A ledger that was cut off would make everything be done twice.
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

async function readEntries(path: string, to: string): Promise<Record<string, LedgerEntry>> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return {}
  try {
    const ledger = ledgerSchema.safeParse(JSON.parse(text))
    return ledger.success && ledger.data.to === to ? ledger.data.files : {}
  } catch {
    return {}
  }
}
