/** Reads a whole backup and believes nothing before every checksum and count has held. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { secretsSchema } from '../secrets.ts'
import { BackupError } from './backup-error.ts'
import * as layout from './manifest.ts'
import { type FileInTar, readTar, TarError } from './read-tar.ts'

export interface CheckedBackup {
  readonly manifest: layout.Manifest
  readonly cookieSecret: string
}

const readBytes = 1024 * 1024
/** Files that are read whole; a list of missing objects may be long. */
const maxWholeBytes = 256 * 1024 * 1024
const readWholeNames: ReadonlySet<string> = new Set([
  layout.manifestName,
  layout.sealName,
  layout.secretsName,
])

export function readBackup(path: string): AsyncGenerator<FileInTar> {
  return readTar(createReadStream(path, { highWaterMark: readBytes }) as AsyncIterable<Buffer>)
}

export async function checkBackup(path: string): Promise<CheckedBackup> {
  try {
    return await checkFiles(path)
  } catch (error) {
    if (error instanceof TarError) throw damaged(path, error.message)
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new BackupError(`There is no file ${path}.`)
    throw error
  }
}

interface Findings {
  /** The files that are read whole, by name. */
  readonly whole: ReadonlyMap<string, Buffer>
  readonly checksumsSha256: string
  readonly hasUnlisted: boolean
  readonly objects: number
  readonly objectBytes: number
  readonly tableBytes: number
}

async function checkFiles(path: string): Promise<CheckedBackup> {
  const found = await readFiles(path)
  const written = found.whole.get(layout.manifestName)
  const seal = found.whole.get(layout.sealName)
  if (!written || !seal) throw damaged(path, 'it is no backup of Filesmith, or it ends before its manifest')
  if (layout.sealOf(written) !== String(seal)) throw damaged(path, 'its manifest was changed')
  const manifest = readManifest(path, written)
  const secrets = secretsSchema.safeParse(JSON.parse(String(found.whole.get(layout.secretsName) ?? 'null')))
  if (!holdsAll(found, manifest) || !secrets.success)
    throw damaged(path, 'it does not hold what its manifest says')
  return { manifest, cookieSecret: secrets.data.cookieSecret }
}

async function readFiles(path: string): Promise<Findings> {
  const sums = createHash('sha256')
  const waiting = new Map<string, string>()
  const whole = new Map<string, Buffer>()
  const counted = { objects: 0, objectBytes: 0, tableBytes: 0 }
  for await (const file of readBackup(path)) {
    if (file.name.startsWith(layout.checksumsFolder)) {
      const lines = String(await readWhole(path, file))
      sums.update(lines)
      compare(path, lines, waiting)
    } else if (readWholeNames.has(file.name)) {
      const content = await readWhole(path, file)
      whole.set(file.name, content)
      if (file.name === layout.secretsName) waiting.set(file.name, await sumOf([content]))
    } else {
      waiting.set(file.name, await sumOf(file.content))
      const isObject = file.name.startsWith(layout.objectsFolder)
      counted.objects += isObject ? 1 : 0
      counted[isObject ? 'objectBytes' : 'tableBytes'] += file.sizeBytes
    }
  }
  return { ...counted, whole, checksumsSha256: sums.digest('hex'), hasUnlisted: waiting.size > 0 }
}

function holdsAll(found: Findings, { checksumsSha256, objects, database }: layout.Manifest): boolean {
  const tableBytes = database.tables.reduce((sum, table) => sum + table.sizeBytes, 0)
  return (
    !found.hasUnlisted &&
    found.checksumsSha256 === checksumsSha256 &&
    found.objects === objects.count &&
    found.objectBytes === objects.sizeBytes &&
    found.tableBytes === tableBytes
  )
}

function readManifest(path: string, content: Buffer): layout.Manifest {
  const raw: unknown = JSON.parse(String(content))
  const version = Number((raw as { formatVersion?: unknown } | null)?.formatVersion)
  // Before its shape is looked at: a later one may have another.
  if (version > layout.formatVersion)
    throw new BackupError(
      `${path} was written by a newer version of Filesmith. Restore it with that version, or a later one.`,
    )
  const parsed = layout.manifestSchema.safeParse(raw)
  if (!parsed.success) throw damaged(path, 'its manifest cannot be read')
  return parsed.data
}

function compare(path: string, lines: string, waiting: Map<string, string>): void {
  for (const line of lines.split('\n').filter(text => text !== '')) {
    const [sum, name = ''] = [line.slice(0, 64), line.slice(66)]
    if (waiting.get(name) !== sum) throw damaged(path, `${name} is not as it was when it was written`)
    waiting.delete(name)
  }
}

async function sumOf(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of content) hash.update(piece)
  return hash.digest('hex')
}

async function readWhole(path: string, file: FileInTar): Promise<Buffer> {
  if (file.sizeBytes > maxWholeBytes) throw damaged(path, `${file.name} is too large`)
  const pieces: Buffer[] = []
  for await (const piece of file.content) pieces.push(piece)
  return Buffer.concat(pieces)
}

function damaged(path: string, reason: string): BackupError {
  return new BackupError(`${path} cannot be restored: ${reason}. Nothing was changed.`)
}
