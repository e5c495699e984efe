/** Restores objects in two phases: missing ones are added first, existing ones with other content are replaced after the commit. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Storage } from '../ports/storage.ts'
import { readBackup } from './check-backup.ts'
import { objectsFolder } from './manifest.ts'
import type { FileInTar } from './read-tar.ts'

export interface RestoredObjects {
  /** Keys that exist with other content; they can only be replaced. */
  readonly differing: ReadonlySet<string>
  /** Removes the added objects. */
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
      } else if (present.sizeBytes !== file.sizeBytes || !(await hasSameContent(storage, key, file))) {
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

async function hasSameContent(storage: Storage, key: string, file: FileInTar): Promise<boolean> {
  return (await sha256Of(await storage.read(key))) === (await sha256Of(file.content))
}

async function sha256Of(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}
