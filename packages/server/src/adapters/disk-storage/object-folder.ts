/** A folder of files named by keys: placing, walking and removing files without leaving empty folders. */
import type { Stats } from 'node:fs'
import { mkdir, opendir, rename, rmdir, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { StoredObject } from '../../ports/storage.ts'
import { isMissingFile, toDiskError, undefinedIfMissing } from './disk-error.ts'

const maxAttempts = 50

export async function statFile(path: string): Promise<Stats | undefined> {
  const found = await stat(path).catch(undefinedIfMissing)
  return found?.isFile() ? found : undefined
}

/** Runs an action that needs the file's folder; retries, because other processes remove empty folders. */
export async function inFolderOf<T>(path: string, action: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      return await action()
    } catch (error) {
      if (!isMissingFile(error) || attempt === maxAttempts) throw toDiskError(error)
    }
  }
}

export function placeFile(from: string, to: string): Promise<void> {
  return inFolderOf(to, () => rename(from, to))
}

export async function removeFile(rootDir: string, key: string): Promise<void> {
  await unlink(join(rootDir, key)).catch(undefinedIfMissing)
  for (let folder = dirname(key); folder !== '.'; folder = dirname(folder)) {
    const hasFailed = await rmdir(join(rootDir, folder)).then(
      () => false,
      () => true,
    )
    if (hasFailed) return
  }
}

/** Descends only into folders that can contain matching keys. */
export async function* walkFiles(rootDir: string, prefix: string): AsyncGenerator<StoredObject> {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  const entries = await opendir(join(rootDir, folder)).catch(undefinedIfMissing)
  for await (const entry of entries ?? []) {
    const key = `${folder}${entry.name}`
    if (!key.startsWith(prefix)) continue
    if (entry.isDirectory()) {
      yield* walkFiles(rootDir, `${key}/`)
      continue
    }
    const found = await statFile(join(rootDir, key))
    if (found) yield { key, sizeBytes: found.size, modifiedAt: found.mtime }
  }
}
