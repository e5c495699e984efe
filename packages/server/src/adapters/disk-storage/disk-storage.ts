/** Stores objects as files in one folder of the local disk, which several processes may share. */
import { randomUUID } from 'node:crypto'
import { constants, copyFile, type FileHandle, link, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '@filesmith/contract/errors'
import type { ByteRange, Storage } from '../../ports/storage.ts'
import { checkKey, checkPrefix } from '../storage-key.ts'
import { withSource } from '../with-source.ts'
import { toDiskError, undefinedIfMissing } from './disk-error.ts'
import { finishFile } from './finish-file.ts'
import { createGrowingFiles } from './growing-files.ts'
import { placeFile, removeFile, statFile, walkFiles } from './object-folder.ts'
import { writeStreamToFile } from './write-stream-to-file.ts'

/** An active writer keeps the modification time recent; a killed one leaves its file behind. */
const abandonedAfterMs = 60 * 60 * 1000
const readChunkBytes = 512 * 1024

export async function createDiskStorage(options: { readonly rootDir: string }): Promise<Storage> {
  const objectsDir = join(options.rootDir, 'objects')
  const growingDir = join(options.rootDir, 'growing')
  const partialDir = join(options.rootDir, 'half-written')
  for (const folder of [objectsDir, growingDir, partialDir]) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  }
  await removeAbandoned(partialDir)
  const sweeping = setInterval(() => removeAbandoned(partialDir).catch(() => {}), abandonedAfterMs).unref()

  function objectPath(key: string): string {
    checkKey(key)
    return join(objectsDir, key)
  }

  return {
    ...createGrowingFiles(growingDir, objectsDir),

    write: (key, source) =>
      withSource(source, async () => {
        const to = objectPath(key)
        const partialPath = join(partialDir, randomUUID())
        try {
          const sizeBytes = await writeFinished(partialPath, source)
          await placeFile(partialPath, to)
          return { sizeBytes }
        } catch (error) {
          await rm(partialPath, { force: true })
          throw toDiskError(error)
        }
      }),

    async read(key, range) {
      const file = await open(objectPath(key), 'r').catch(undefinedIfMissing)
      if (!file) throw new AppError('not-found')
      try {
        await checkReadable(file, range)
        return file.createReadStream({ ...range, highWaterMark: readChunkBytes })
      } catch (error) {
        await file.close()
        throw error
      }
    },

    async stat(key) {
      const found = await statFile(objectPath(key))
      return found && { sizeBytes: found.size }
    },

    async remove(key) {
      checkKey(key)
      await removeFile(objectsDir, key)
      await removeFile(growingDir, key)
    },

    async removeAll(prefix) {
      checkPrefix(prefix)
      for (const folder of [objectsDir, growingDir]) {
        for await (const { key } of walkFiles(folder, prefix)) await removeFile(folder, key)
      }
    },

    async *list(prefix) {
      checkPrefix(prefix)
      yield* walkFiles(objectsDir, prefix)
    },

    async fetchTo(key, path) {
      const from = objectPath(key)
      if (!(await statFile(from))) throw new AppError('not-found')
      await link(from, path).catch(() => copy(from, path))
    },

    async close() {
      clearInterval(sweeping)
    },
  }
}

async function writeFinished(path: string, source: Readable): Promise<number> {
  await using file = await open(path, 'wx', 0o600)
  const sizeBytes = await writeStreamToFile(source, file, 0)
  await finishFile(file)
  return sizeBytes
}

async function checkReadable(file: FileHandle, range: ByteRange | undefined): Promise<void> {
  const found = await file.stat()
  if (!found.isFile()) throw new AppError('not-found')
  if (range && range.start >= found.size) {
    throw new AppError('invalid-request', { reason: `This file ends at byte ${found.size}.` })
  }
}

/** Fallback when `to` is on another file system. */
async function copy(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(to, { force: true })
    throw toDiskError(error)
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  const before = Date.now() - abandonedAfterMs
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await statFile(path)
    if (found && found.mtimeMs < before) await rm(path, { force: true })
  }
}
