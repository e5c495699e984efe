/** Writes the files of an archive under numbers, so that no name of the archive ever reaches the file system. */
import { type FileHandle, open, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Budget } from './budget.ts'
import type { UnpackedEntry } from './job.ts'

const strictText = new TextDecoder('utf-8', { fatal: true })
const westernText = new TextDecoder('windows-1252')

/** Names that are not UTF-8 are mostly of old Western systems. Call it only with a name of limited length. */
export function entryName(bytes: Uint8Array): string {
  try {
    return strictText.decode(bytes).normalize('NFC')
  } catch {
    return westernText.decode(bytes)
  }
}

export class FileWriter {
  readonly entries: UnpackedEntry[] = []
  readonly #folder: string
  readonly #budget: Budget
  #open: { readonly handle: FileHandle; readonly path: string; readonly entry: UnpackedEntry } | undefined
  #count = 0

  constructor(folder: string, budget: Budget) {
    this.#folder = folder
    this.#budget = budget
  }

  addFolder(given: Uint8Array, modifiedAtMs: number): void {
    this.#budget.addEntry(given.length)
    const name = entryName(given)
    this.entries.push({ file: null, name: name.endsWith('/') ? name : `${name}/`, modifiedAtMs })
  }

  async startFile(given: Uint8Array, modifiedAtMs: number): Promise<void> {
    this.#budget.addEntry(given.length)
    const name = entryName(given)
    const file = this.#count++
    const path = join(this.#folder, String(file))
    this.#open = { handle: await open(path, 'wx'), path, entry: { file, name, modifiedAtMs } }
  }

  async write(bytes: Buffer): Promise<void> {
    this.#budget.addBytes(bytes.length)
    await this.#open?.handle.writeFile(bytes)
  }

  async endFile(): Promise<void> {
    if (this.#open === undefined) return
    const { handle, path, entry } = this.#open
    await handle.close()
    const seconds = Math.max(0, entry.modifiedAtMs / 1000)
    await utimes(path, seconds, seconds)
    this.entries.push(entry)
    this.#open = undefined
  }

  /** Drops a file that could not be read to its end; false if there is none. */
  async dropFile(): Promise<boolean> {
    if (this.#open === undefined) return false
    await this.#open.handle.close()
    await rm(this.#open.path)
    this.#open = undefined
    return true
  }
}
