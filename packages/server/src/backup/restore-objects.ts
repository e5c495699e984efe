/** Brings the objects of a backup into the storage without touching what is there, until somebody says that it may be. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Storage } from '../ports/storage.ts'
import { readBackup } from './check-backup.ts'
import { objectsFolder } from './manifest.ts'
import type { FileInTar } from './read-tar.ts'

export interface RestoredObjects {
  /** Of the same key and another content: they can only be replaced. */
  readonly differing: ReadonlySet<string>
  /** Takes away again what was added. */
  undo(): Promise<void>
}

export async function addObjects(path: string, storage: Storage): Promise<RestoredObjects> {
  const added: string[] = []
  const differing = new Set<string>()
  const undo = async () => {
    for (const key of added) await storage.remove(key)
  }
  try {
    for await (const { key, file } of objectsOf(path)) {
      const present = await storage.stat(key)
      if (present === undefined) {
        added.push(key)
        await storage.write(key, Readable.from(file.content))
      } else if (present.sizeBytes !== file.sizeBytes || !(await isSame(storage, key, file))) {
        differing.add(key)
      }
    }
    return { differing, undo }
  } catch (error) {
    await undo().catch(() => undefined)
    throw error
  }
}

export async function replaceObjects(
  path: string,
  storage: Storage,
  keys: ReadonlySet<string>,
): Promise<void> {
  if (keys.size === 0) return
  for await (const { key, file } of objectsOf(path))
    if (keys.has(key)) await storage.write(key, Readable.from(file.content))
}

async function* objectsOf(path: string): AsyncGenerator<{ key: string; file: FileInTar }> {
  for await (const file of readBackup(path))
    if (file.name.startsWith(objectsFolder)) yield { key: file.name.slice(objectsFolder.length), file }
}

async function isSame(storage: Storage, key: string, file: FileInTar): Promise<boolean> {
  return (await sumOf(await storage.read(key))) === (await sumOf(file.content))
}

async function sumOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of content) hash.update(piece)
  return hash.digest('hex')
}
