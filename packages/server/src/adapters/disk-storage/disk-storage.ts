/** Stores objects as files in one folder of the local disk, which several processes may share. */
import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import {
  constants,
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '@filesmith/contract/errors'
import type { ByteRange, Storage, StoredObject } from '../../ports/storage.ts'
import { checkKey, checkPrefix } from '../storage-key.ts'
import { withSource } from '../with-source.ts'
import { isMissingFile, toDiskError, undefinedIfMissing } from './disk-error.ts'

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

  const write: Storage['write'] = (key, source) =>
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
    })

  return {
    ...createGrowingFiles(growingDir, objectsDir),

    write,

    async moveIn(key, path) {
      const to = objectPath(key)
      // An engine could have left a link to a file of the server.
      await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
      const found = await file.stat()
      if (!found.isFile()) throw new AppError('not-found')
      // A file with other names is shared with another object, or written by others.
      if (found.nlink > 1) return await write(key, file.createReadStream({ autoClose: false }))
      await finishFile(file)
      try {
        await placeFile(path, to)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
        return await write(key, file.createReadStream({ autoClose: false }))
      }
      return { sizeBytes: found.size }
    },

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

type GrowingFiles = Pick<Storage, 'append' | 'appendedBytes' | 'seal'>

/** Resumable objects: appended to in a separate folder and moved into place by `seal`. */
function createGrowingFiles(growingDir: string, objectsDir: string): GrowingFiles {
  async function appendedBytes(key: string): Promise<number> {
    checkKey(key)
    return (await statFile(join(growingDir, key)))?.size ?? 0
  }

  return {
    appendedBytes,

    append: (key, offsetBytes, source) =>
      withSource(source, async () => {
        const startBytes = await appendedBytes(key)
        if (offsetBytes !== startBytes) {
          throw new AppError('invalid-request', { reason: `This upload continues at byte ${startBytes}.` })
        }
        const path = join(growingDir, key)
        await using file = await inFolderOf(path, () =>
          open(path, constants.O_WRONLY | constants.O_CREAT, 0o600),
        )
        return { lengthBytes: await writeStreamToFile(source, file, startBytes) }
      }),

    async seal(key) {
      checkKey(key)
      const from = join(growingDir, key)
      const to = join(objectsDir, key)
      // Read-only is enough, and also works for a file whose sealing was interrupted.
      const file = await open(from, 'r').catch(undefinedIfMissing)
      if (file) {
        await finishFile(file).finally(() => file.close())
        await placeFile(from, to).catch(undefinedIfMissing)
        await removeFile(growingDir, key)
      }
      if (!(await statFile(to))) throw new AppError('not-found')
    },
  }
}

const maxAttempts = 50

async function statFile(path: string): Promise<Stats | undefined> {
  const found = await stat(path).catch(undefinedIfMissing)
  return found?.isFile() ? found : undefined
}

/** Runs an action that needs the file's folder; retries, because other processes remove empty folders. */
async function inFolderOf<T>(path: string, action: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      return await action()
    } catch (error) {
      if (!isMissingFile(error) || attempt === maxAttempts) throw toDiskError(error)
    }
  }
}

function placeFile(from: string, to: string): Promise<void> {
  return inFolderOf(to, () => rename(from, to))
}

async function removeFile(rootDir: string, key: string): Promise<void> {
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
async function* walkFiles(rootDir: string, prefix: string): AsyncGenerator<StoredObject> {
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

/**
 * Data reaches the disk before the name does, so a power failure leaves a whole object or none. Read-only,
 * because fetchTo shares the file through hard links.
 */
async function finishFile(file: FileHandle): Promise<void> {
  try {
    await file.datasync()
  } catch (error) {
    // Some file systems allocate only now and report ENOSPC here.
    throw toDiskError(error)
  }
  await file.chmod(0o400)
}

/** At most two batches are in memory: one being written, one filling. */
const batchMaxBytes = 2 * 1024 * 1024

/** Returns the position after the last byte. If the source fails, rejects with its error. */
async function writeStreamToFile(source: Readable, file: FileHandle, startBytes: number): Promise<number> {
  let positionBytes = startBytes
  let batch: Uint8Array[] = []
  let batchBytes = 0
  let isWriting = false
  let writing: Promise<void> = Promise.resolve()

  function startWriting(): void {
    const chunks = batch
    const bytes = batchBytes
    batch = []
    batchBytes = 0
    isWriting = true
    writing = writeAll(file, chunks, positionBytes).then(
      () => {
        isWriting = false
      },
      error => {
        throw toDiskError(error)
      },
    )
    // Awaited below, but possibly only after the source delivers its next chunk; avoids an unhandled rejection.
    writing.catch(() => {})
    positionBytes += bytes
  }

  try {
    for await (const chunk of source) {
      const chunkBytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      batch.push(chunkBytes)
      batchBytes += chunkBytes.byteLength
      if (batchBytes >= batchMaxBytes) await writing
      if (!isWriting) startWriting()
    }
  } finally {
    await writing
    if (batchBytes > 0) startWriting()
    await writing
  }
  return positionBytes
}

async function writeAll(file: FileHandle, chunks: readonly Uint8Array[], startBytes: number): Promise<void> {
  const totalBytes = chunks.reduce((sum, chunkBytes) => sum + chunkBytes.byteLength, 0)
  let { bytesWritten } = await file.writev(chunks, startBytes)
  if (bytesWritten === totalBytes) return
  // writev may be partial, most likely when the disk is nearly full.
  const rest = Buffer.concat(chunks)
  while (bytesWritten < totalBytes) {
    const written = await file.write(rest, bytesWritten, totalBytes - bytesWritten, startBytes + bytesWritten)
    bytesWritten += written.bytesWritten
  }
}
