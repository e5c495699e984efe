/** Generates the bytes of a backup: secrets, a database snapshot, the objects it references, and the manifest last. */
import type { Readable } from 'node:stream'
import { AppError } from '@filesmith/contract/errors'
import type { DatabaseDump } from '../database/dump-database.ts'
import type { Storage } from '../ports/storage.ts'
import { createChecksumList } from './checksums.ts'
import { groupIntoParts } from './group-into-parts.ts'
import * as layout from './manifest.ts'
import { tarEnd, tarFile } from './tar-file.ts'

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
