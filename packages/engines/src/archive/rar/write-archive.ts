/** Writes a RAR 5 archive: files go through the lane one after another, and out comes the archive in the same order. */
import { crc32 } from 'node:zlib'
import type { JobFile, PackJob, PackReport } from '../pack-job.ts'
import { isWorthPacking, openSource, type SourceFile } from '../source-file.ts'
import { AsyncQueue } from './async-queue.ts'
import { createRarCipher, newVector, type RarCipher } from './cipher.ts'
import {
  type EntryFacts,
  encryptionHeader,
  endHeader,
  entryHeader,
  mainHeader,
  signature,
} from './headers.ts'
import { rarLevel } from './levels.ts'
import { maxPieceBytes } from './lz/pack-chunk.ts'
import { OutputFile } from './output-file.ts'
import {
  type PackWorkerLoad,
  type QueueClass,
  startPackWorker,
  type WorkerChunk,
} from './pack-worker-pool.ts'

/** How much there is decides how many threads and how much memory are needed. */
export interface RarJob extends PackJob, PackWorkerLoad {}

/** A file on its way: its pieces come while it is still being read. */
interface EntryUnderWay {
  readonly file: JobFile
  readonly sizeBytes: number
  readonly isPacked: boolean
  readonly pieces: AsyncQueue<WorkerChunk>
  /** Once all pieces are there. */
  readonly crc: () => number
}

interface Archive {
  readonly output: OutputFile
  readonly cipher: RarCipher | null
  readonly packWorker: QueueClass
  readonly level: number
}

export async function writeArchive(job: RarJob, report: (report: PackReport) => void): Promise<void> {
  const output = await OutputFile.create(job.outputPath)
  const cipher = job.password === undefined ? null : createRarCipher(job.password)
  const packWorker = startPackWorker(job.level, job)
  const archive: Archive = { output, cipher, packWorker, level: job.level }
  try {
    await output.append(signature)
    if (cipher !== null) await output.append(encryptionHeader(cipher))
    await output.append(seal(cipher, mainHeader()))
    await writeEntries(archive, job.files, report)
    await output.append(seal(cipher, endHeader()))
  } finally {
    await packWorker.close()
    await output.close()
  }
}

function seal(cipher: RarCipher | null, header: Uint8Array): Uint8Array {
  return cipher === null ? header : cipher.sealHeader(header)
}

/** Reading and writing go on at the same time; what is between them is bounded by the lane's memory. */
async function writeEntries(
  archive: Archive,
  files: readonly JobFile[],
  report: (report: PackReport) => void,
): Promise<void> {
  const entries = new AsyncQueue<EntryUnderWay>()
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
  { packWorker, level }: Archive,
  files: readonly JobFile[],
  entries: AsyncQueue<EntryUnderWay>,
): Promise<void> {
  for (const file of files) {
    const pieces = new AsyncQueue<WorkerChunk>()
    if (file.path === null) {
      pieces.end()
      entries.add({ file, sizeBytes: 0, isPacked: false, pieces, crc: () => 0 })
      continue
    }
    const source = await openSource(file.path)
    try {
      const isPacked = await isWorthPacking(source, level)
      let crc = 0
      entries.add({ file, sizeBytes: source.sizeBytes, isPacked, pieces, crc: () => crc })
      await readPieces(packWorker, source, isPacked, pieces, view => {
        crc = crc32(view, crc)
      })
      pieces.end()
    } catch (error) {
      pieces.fail(error)
      throw error
    } finally {
      await source.close()
    }
  }
  entries.end()
}

async function readPieces(
  packWorker: QueueClass,
  source: SourceFile,
  isPacked: boolean,
  pieces: AsyncQueue<WorkerChunk>,
  onRead: (view: Uint8Array) => void,
): Promise<void> {
  const { sizeBytes } = source
  let position = 0
  do {
    const byteCount = Math.min(maxPieceBytes, sizeBytes - position)
    const isLast = position + byteCount === sizeBytes
    const piece = await packWorker.add(
      { byteCount, isFirst: position === 0, isLast, isPacked },
      async views => {
        for (const view of views) {
          await source.read(position, view)
          onRead(view)
          position += view.length
        }
      },
    )
    pieces.add(piece)
  } while (position < sizeBytes)
}

async function writeEntry(
  archive: Archive,
  entry: EntryUnderWay,
  onDone: (byteCount: number) => void,
): Promise<void> {
  const { output, cipher, level, packWorker } = archive
  const { file, sizeBytes } = entry
  const facts: EntryFacts = {
    name: file.name,
    isFolder: file.path === null,
    modifiedAtMs: file.modifiedAtMs,
    sizeBytes,
    packedBytes: 0,
    crc: 0,
    hash: new Uint8Array(32),
    method: 0,
    dictionaryBytes: Math.min(packWorker.windowBytes, sizeBytes),
    vector: cipher === null ? null : newVector(),
  }
  const headerAt = output.position
  await output.append(seal(cipher, entryHeader(facts, cipher)))
  if (file.path === null) return
  const dataAt = output.position
  const { hash, packedBytes } = await writeData(archive, entry, facts.vector, onDone)
  const known = { ...facts, crc: entry.crc(), hash, packedBytes }
  if (entry.isPacked && packedBytes >= sizeBytes) {
    await output.rewind(dataAt)
    await storeAgain(archive, file.path, facts.vector)
  }
  const isStored = !entry.isPacked || packedBytes >= sizeBytes
  const method = isStored ? 0 : rarLevel(level).method
  const header = entryHeader({ ...known, method, packedBytes: output.position - dataAt }, cipher)
  await output.writeAt(headerAt, seal(cipher, header))
}

/** Packed bytes do not count what encryption adds. */
async function writeData(
  { output, cipher }: Archive,
  { pieces }: EntryUnderWay,
  vector: Uint8Array | null,
  onDone: (byteCount: number) => void,
): Promise<{ hash: Uint8Array; packedBytes: number }> {
  const encryption = cipher === null || vector === null ? null : cipher.encrypt(vector)
  let hash: Uint8Array = new Uint8Array(32)
  let packedBytes = 0
  for await (const piece of pieces) {
    for (const bytes of piece.packed === null ? piece.views : [await piece.packed]) {
      await output.append(encryption === null ? bytes : encryption.update(bytes))
      packedBytes += bytes.length
    }
    hash = (await piece.hash) ?? hash
    piece.release()
    onDone(piece.byteCount)
  }
  if (encryption !== null) await output.append(encryption.final())
  return { hash, packedBytes }
}

/** What became larger by packing is stored as it is. */
async function storeAgain(
  { output, cipher }: Archive,
  path: string,
  vector: Uint8Array | null,
): Promise<void> {
  const source = await openSource(path)
  const encryption = cipher === null || vector === null ? null : cipher.encrypt(vector)
  try {
    for (let position = 0; position < source.sizeBytes; ) {
      const bytes = new Uint8Array(Math.min(maxPieceBytes, source.sizeBytes - position))
      await source.read(position, bytes)
      await output.append(encryption === null ? bytes : encryption.update(bytes))
      position += bytes.length
    }
    if (encryption !== null) await output.append(encryption.final())
  } finally {
    await source.close()
  }
}
