/** Entries of an archive: the files of the job under sanitized names. */
import { lstat } from 'node:fs/promises'
import { AppError } from '@filesmith/contract/errors'
import type { PackedFile } from '../engine.ts'
import { safeEntryNames } from './safe-entry-names.ts'

export interface Entry {
  /** Null for an empty folder. */
  readonly path: string | null
  /** Never ends in '/'. */
  readonly name: string
  readonly modifiedAt: Date
  readonly sizeBytes: number
}

export async function readEntries(files: readonly PackedFile[]): Promise<Entry[]> {
  const names = safeEntryNames(files.map(({ name }) => name))
  const entries = await Promise.all(
    files.map(async ({ path, name: given, modifiedAt }, index): Promise<Entry | null> => {
      const name = names[index] ?? null
      if (name === null) return null
      if (given.endsWith('/')) return { path: null, name, modifiedAt, sizeBytes: 0 }
      // lstat does not follow symbolic links, which could point outside the user's files.
      const found = await lstat(path)
      if (!found.isFile()) throw new AppError('internal', {}, { cause: new Error('Only files are packed') })
      return { path, name, modifiedAt, sizeBytes: found.size }
    }),
  )
  return entries.filter(entry => entry !== null)
}

export function totalBytes(entries: readonly Entry[]): number {
  return entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}
