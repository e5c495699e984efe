/** Generates the bytes of a backup: secrets, a database snapshot, the objects it references, and the manifest last. */

import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '@filesmith/contract/errors'
import { tarBlockBytes, tarHeader, tarPadding } from '@filesmith/engines/archive/tar/tar-header'
import type { DatabaseDump } from '../database/dump-database.ts'
import type { Storage } from '../ports/storage.ts'
import * as layout from './manifest.ts'

export interface BackupSources {
  readonly dump: DatabaseDump
  readonly storage: Storage
  readonly storageKind: 'disk' | 's3'
  readonly cookieSecret: string
  readonly filesmithVersion: string
  /** Called with the manifest after the last byte. */
  readonly onDone: (manifest: layout.Manifest) => void
}

type Tables = layout.Manifest['database']['tables']

export async function* makeBackup(sources: BackupSources): AsyncGenerator<Uint8Array> {
  const { dump, storage } = sources
  const startedAt = new Date()
  const modifiedAtMs = Math.floor(startedAt.getTime() / 1000) * 1000
  const sums = createChecksumList()
  let lists = 0

  const pack = (name: string, content: Uint8Array) =>
    tarFile({ name, sizeBytes: content.byteLength, content: [content], modifiedAtMs })

  async function* packHashed(
    name: string,
    sizeBytes: number,
    content: AsyncIterable<Uint8Array> | Uint8Array[],
  ) {
    yield* tarFile({ name, sizeBytes, content: sums.hashing(name, content), modifiedAtMs })
    if (sums.isFull()) yield* packSums()
  }

  async function* packSums() {
    const name = layout.numbered(layout.checksumsFolder, ++lists, '.sha256')
    yield* pack(name, Buffer.from(sums.takeLines()))
  }

  const secrets = Buffer.from(JSON.stringify({ cookieSecret: sources.cookieSecret }))
  yield* packHashed(layout.secretsName, secrets.byteLength, [secrets])

  const tables: Tables = []
  for (const table of dump.shape.tables) {
    const folder = layout.tableFolder(table)
    let [rows, sizeBytes, parts] = [0, 0, 0]
    for await (const part of groupIntoParts(dump.readTable(table))) {
      yield* packHashed(layout.numbered(folder, ++parts, '.copy'), part.byteLength, [part])
      rows += countLines(part)
      sizeBytes += part.byteLength
    }
    tables.push({ ...table, columns: [...table.columns], rows, sizeBytes })
  }
  await dump.endSnapshot()

  const objects = { storage: sources.storageKind, count: 0, sizeBytes: 0, missingKeys: [] as string[] }
  for await (const key of dump.storedKeys()) {
    const found = await openObject(storage, key)
    if (!found) {
      objects.missingKeys.push(key)
      continue
    }
    yield* packHashed(`${layout.objectsFolder}${key}`, found.sizeBytes, found.content)
    objects.count += 1
    objects.sizeBytes += found.sizeBytes
  }
  if (!sums.isEmpty()) yield* packSums()

  const manifest: layout.Manifest = {
    format: 'filesmith-backup',
    formatVersion: layout.formatVersion,
    filesmithVersion: sources.filesmithVersion,
    createdAt: startedAt.toISOString(),
    database: { ...dump.shape, migrations: [...dump.shape.migrations], tables },
    objects,
    checksumsSha256: sums.digest(),
  }
  const manifestBytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  yield* pack(layout.manifestName, manifestBytes)
  yield* pack(layout.manifestChecksumName, Buffer.from(layout.manifestChecksum(manifestBytes)))
  yield tarEnd
  sources.onDone(manifest)
}

/** Undefined if it was deleted after the snapshot was taken. */
async function openObject(
  storage: Storage,
  key: string,
): Promise<{ sizeBytes: number; content: Readable } | undefined> {
  const found = await storage.stat(key)
  if (!found) return undefined
  try {
    return { sizeBytes: found.sizeBytes, content: await storage.read(key) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return undefined
    throw error
  }
}

/** COPY terminates every row with a line feed and escapes those inside values. */
function countLines(part: Uint8Array): number {
  let count = 0
  for (let at = part.indexOf(0x0a); at !== -1; at = part.indexOf(0x0a, at + 1)) count += 1
  return count
}

const partBytes = 4 * 1024 * 1024

/** Regroups a stream of unknown length into parts that fit into memory: tar headers need the length in advance. */
export async function* groupIntoParts(
  source: AsyncIterable<Uint8Array>,
  maxBytes = partBytes,
): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of source) {
    if (bytes > 0 && bytes + chunk.byteLength > maxBytes) {
      yield Buffer.concat(chunks)
      chunks = []
      bytes = 0
    }
    chunks.push(chunk)
    bytes += chunk.byteLength
  }
  if (bytes > 0) yield Buffer.concat(chunks)
}

/** Backups contain secrets, so extracted files are readable only by their owner. */
const mode = 0o600

/** Encodes one file as a tar entry, streamed in chunks. */
export const tarEnd: Uint8Array = new Uint8Array(2 * tarBlockBytes)

interface FileToPack {
  readonly name: string
  readonly sizeBytes: number
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  readonly modifiedAtMs: number
}

export async function* tarFile(file: FileToPack): AsyncGenerator<Uint8Array> {
  const { name, sizeBytes, content, modifiedAtMs } = file
  yield tarHeader({ name, sizeBytes, modifiedAtMs, isFolder: false, mode })
  let written = 0
  for await (const chunk of content) {
    written += chunk.byteLength
    // Excess bytes would be parsed as the next header.
    if (written > sizeBytes) break
    yield chunk
  }
  if (written !== sizeBytes) throw new Error(`${name} is not ${sizeBytes} bytes long, as declared.`)
  yield tarPadding(sizeBytes)
}

/** Lists are interleaved with the files, so memory use does not grow with the number of files. */
const sumsPerList = 4096

interface ChecksumList {
  /** Passes the content through and records its checksum under the name once it has been read whole. */
  hashing(name: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array>
  isFull(): boolean
  isEmpty(): boolean
  /** Returns the lines so far and empties the list. */
  takeLines(): string
  /** Hash over all lines taken so far. */
  digest(): string
}

/** Hashes files while they stream by and lists the sums in sha256sum format, so that a backup can be verified by hand. */
function createChecksumList(): ChecksumList {
  const all: Hash = createHash('sha256')
  let lines: string[] = []
  return {
    async *hashing(name, content) {
      const hash = createHash('sha256')
      for await (const chunk of content) {
        hash.update(chunk)
        yield chunk
      }
      lines.push(`${hash.digest('hex')}  ${name}\n`)
    },
    isFull: () => lines.length >= sumsPerList,
    isEmpty: () => lines.length === 0,
    takeLines() {
      const taken = lines.join('')
      all.update(taken)
      lines = []
      return taken
    },
    digest: () => all.copy().digest('hex'),
  }
}
