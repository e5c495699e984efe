/** Writes a RAR 5 archive: files pass through the worker pool and are written in the same order. */

import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { JobFile, PackJob, PackReport } from '../pack-job.ts'
import { isCompressible, openSource, type SourceFile } from '../source-file.ts'
import { createRarCipher, newIv, type RarCipher } from './cipher.ts'
import {
  type EntryMetadata,
  encryptionHeader,
  endHeader,
  entryHeader,
  mainHeader,
  signature,
} from './headers.ts'
import { rarLevel } from './levels.ts'
import { maxPackChunkBytes } from './lz/pack-chunk.ts'
import {
  type PackWorkerLoad,
  type PackWorkerPool,
  startPackWorkerPool,
  type WorkerChunk,
} from './pack-worker-pool.ts'

/** The load determines the number of threads and the window size. */
export interface RarJob extends PackJob, PackWorkerLoad {}

/** An entry whose chunks are still being read. */
interface EntryInProgress {
  readonly file: JobFile
  readonly sizeBytes: number
  readonly isPacked: boolean
  readonly chunks: AsyncQueue<WorkerChunk>
  /** Valid once all chunks are read. */
  readonly crc: () => number
}

interface Archive {
  readonly output: OutputFile
  readonly cipher: RarCipher | null
  readonly workerPool: PackWorkerPool
  readonly level: number
}

export async function writeArchive(job: RarJob, report: (report: PackReport) => void): Promise<void> {
  const output = await OutputFile.create(job.outputPath)
  const cipher = job.password === undefined ? null : createRarCipher(job.password)
  const workerPool = startPackWorkerPool(job.level, job)
  const archive: Archive = { output, cipher, workerPool, level: job.level }
  try {
    await output.append(signature)
    if (cipher !== null) await output.append(encryptionHeader(cipher))
    await output.append(encryptHeader(cipher, mainHeader()))
    await writeEntries(archive, job.files, report)
    await output.append(encryptHeader(cipher, endHeader()))
  } finally {
    await workerPool.close()
    await output.close()
  }
}

function encryptHeader(cipher: RarCipher | null, header: Uint8Array): Uint8Array {
  return cipher === null ? header : cipher.encryptHeader(header)
}

/** Reads and writes concurrently; the window of the worker pool bounds what is in between. */
async function writeEntries(
  archive: Archive,
  files: readonly JobFile[],
  report: (report: PackReport) => void,
): Promise<void> {
  const entries = new AsyncQueue<EntryInProgress>()
  const reading = readEntries(archive, files, entries).catch(error => entries.fail(error))
  let doneBytes = 0
  let file = 0
  for await (const entry of entries) {
    await writeEntry(archive, entry, byteCount => {
      doneBytes += byteCount
      report({ doneBytes, file })
    })
    file += 1
  }
  await reading
}

async function readEntries(
  { workerPool, level }: Archive,
  files: readonly JobFile[],
  entries: AsyncQueue<EntryInProgress>,
): Promise<void> {
  for (const file of files) {
    const chunks = new AsyncQueue<WorkerChunk>()
    if (file.path === null) {
      chunks.end()
      entries.add({ file, sizeBytes: 0, isPacked: false, chunks, crc: () => 0 })
      continue
    }
    const source = await openSource(file.path)
    try {
      const isPacked = await isCompressible(source, level)
      let crc = 0
      entries.add({ file, sizeBytes: source.sizeBytes, isPacked, chunks, crc: () => crc })
      await readChunks(workerPool, source, isPacked, chunks, view => {
        crc = crc32(view, crc)
      })
      chunks.end()
    } catch (error) {
      chunks.fail(error)
      throw error
    } finally {
      await source.close()
    }
  }
  entries.end()
}

async function readChunks(
  workerPool: PackWorkerPool,
  source: SourceFile,
  isPacked: boolean,
  chunks: AsyncQueue<WorkerChunk>,
  onRead: (view: Uint8Array) => void,
): Promise<void> {
  const { sizeBytes } = source
  let position = 0
  do {
    const byteCount = Math.min(maxPackChunkBytes, sizeBytes - position)
    const isLast = position + byteCount === sizeBytes
    const chunk = await workerPool.add(
      { byteCount, isFirst: position === 0, isLast, isPacked },
      async views => {
        for (const view of views) {
          await source.read(position, view)
          onRead(view)
          position += view.length
        }
      },
    )
    chunks.add(chunk)
  } while (position < sizeBytes)
}

async function writeEntry(
  archive: Archive,
  entry: EntryInProgress,
  onDone: (byteCount: number) => void,
): Promise<void> {
  const { output, cipher, level, workerPool } = archive
  const { file, sizeBytes } = entry
  const metadata: EntryMetadata = {
    name: file.name,
    isFolder: file.path === null,
    modifiedAtMs: file.modifiedAtMs,
    sizeBytes,
    packedBytes: 0,
    crc: 0,
    hash: new Uint8Array(32),
    method: 0,
    dictionaryBytes: Math.min(workerPool.windowBytes, sizeBytes),
    iv: cipher === null ? null : newIv(),
  }
  const headerAt = output.position
  await output.append(encryptHeader(cipher, entryHeader(metadata, cipher)))
  if (file.path === null) return
  const dataAt = output.position
  const { hash, packedBytes } = await writeData(archive, entry, metadata.iv, onDone)
  const complete = { ...metadata, crc: entry.crc(), hash, packedBytes }
  if (entry.isPacked && packedBytes >= sizeBytes) {
    await output.rewind(dataAt)
    await storeUncompressed(archive, file.path, metadata.iv)
  }
  const isStored = !entry.isPacked || packedBytes >= sizeBytes
  const method = isStored ? 0 : rarLevel(level).method
  const header = entryHeader({ ...complete, method, packedBytes: output.position - dataAt }, cipher)
  await output.writeAt(headerAt, encryptHeader(cipher, header))
}

/** `packedBytes` excludes encryption padding. */
async function writeData(
  { output, cipher }: Archive,
  { chunks }: EntryInProgress,
  iv: Uint8Array | null,
  onDone: (byteCount: number) => void,
): Promise<{ hash: Uint8Array; packedBytes: number }> {
  const encryption = cipher === null || iv === null ? null : cipher.encrypt(iv)
  let hash: Uint8Array = new Uint8Array(32)
  let packedBytes = 0
  for await (const chunk of chunks) {
    for (const bytes of chunk.packed === null ? chunk.views : [await chunk.packed]) {
      await output.append(encryption === null ? bytes : encryption.update(bytes))
      packedBytes += bytes.length
    }
    hash = (await chunk.hash) ?? hash
    chunk.release()
    onDone(chunk.byteCount)
  }
  if (encryption !== null) await output.append(encryption.final())
  return { hash, packedBytes }
}

/** Stores a file uncompressed if compression made it larger. */
async function storeUncompressed(
  { output, cipher }: Archive,
  path: string,
  iv: Uint8Array | null,
): Promise<void> {
  const source = await openSource(path)
  const encryption = cipher === null || iv === null ? null : cipher.encrypt(iv)
  try {
    for (let position = 0; position < source.sizeBytes; ) {
      const bytes = new Uint8Array(Math.min(maxPackChunkBytes, source.sizeBytes - position))
      await source.read(position, bytes)
      await output.append(encryption === null ? bytes : encryption.update(bytes))
      position += bytes.length
    }
    if (encryption !== null) await output.append(encryption.final())
  } finally {
    await source.close()
  }
}

class AsyncQueue<Item> implements AsyncIterable<Item> {
  readonly #items: Item[] = []
  #isEnded = false
  #failure: unknown
  #wake = () => {}

  add(item: Item): void {
    this.#items.push(item)
    this.#wake()
  }

  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  /** The consumer gets the error after all items before it. */
  fail(error: unknown): void {
    this.#failure = error
    this.end()
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Item> {
    for (;;) {
      const item = this.#items.shift()
      if (item !== undefined) yield item
      else if (this.#isEnded) break
      else
        await new Promise<void>(resolve => {
          this.#wake = resolve
        })
    }
    if (this.#failure !== undefined) throw this.#failure
  }
}

/** Archive file that is appended to, with headers rewritten once they are known. */
class OutputFile {
  readonly #handle: FileHandle
  #position = 0

  private constructor(handle: FileHandle) {
    this.#handle = handle
  }

  static async create(path: string): Promise<OutputFile> {
    return new OutputFile(await open(path, 'wx'))
  }

  get position(): number {
    return this.#position
  }

  async append(bytes: Uint8Array): Promise<void> {
    await this.writeAt(this.#position, bytes)
    this.#position += bytes.length
  }

  async writeAt(position: number, bytes: Uint8Array): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const left = bytes.length - written
      const { bytesWritten } = await this.#handle.write(bytes, written, left, position + written)
      written += bytesWritten
    }
  }

  /** Truncates the file to this position. */
  async rewind(position: number): Promise<void> {
    await this.#handle.truncate(position)
    this.#position = position
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}
