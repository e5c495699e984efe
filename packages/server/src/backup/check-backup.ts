/** Verifies a whole backup against its checksums and manifest before any of it is used. */
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
/** Limit for files read into memory; the manifest's list of missing objects may be long. */
const maxWholeBytes = 256 * 1024 * 1024
const readWholeNames: ReadonlySet<string> = new Set([
  layout.manifestName,
  layout.manifestChecksumName,
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
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new BackupError(`File not found: ${path}.`)
    throw error
  }
}

interface BackupContents {
  /** The files read into memory, by name. */
  readonly whole: ReadonlyMap<string, Buffer>
  readonly checksumsSha256: string
  readonly hasUnlisted: boolean
  readonly objects: number
  readonly objectBytes: number
  readonly tableBytes: number
}

async function checkFiles(path: string): Promise<CheckedBackup> {
  const found = await readFiles(path)
  const manifestBytes = found.whole.get(layout.manifestName)
  const checksum = found.whole.get(layout.manifestChecksumName)
  if (!manifestBytes || !checksum) throw damaged(path, 'it is not a Filesmith backup, or it is truncated')
  if (layout.manifestChecksum(manifestBytes) !== String(checksum))
    throw damaged(path, 'its manifest was modified')
  const manifest = readManifest(path, manifestBytes)
  const secrets = secretsSchema.safeParse(JSON.parse(String(found.whole.get(layout.secretsName) ?? 'null')))
  if (!isComplete(found, manifest) || !secrets.success)
    throw damaged(path, 'its contents do not match its manifest')
  return { manifest, cookieSecret: secrets.data.cookieSecret }
}

async function readFiles(path: string): Promise<BackupContents> {
  const sums = createHash('sha256')
  const unverified = new Map<string, string>()
  const whole = new Map<string, Buffer>()
  const counted = { objects: 0, objectBytes: 0, tableBytes: 0 }
  for await (const file of readBackup(path)) {
    if (file.name.startsWith(layout.checksumsFolder)) {
      const lines = String(await readWhole(path, file))
      sums.update(lines)
      verifyChecksums(path, lines, unverified)
    } else if (readWholeNames.has(file.name)) {
      const content = await readWhole(path, file)
      whole.set(file.name, content)
      if (file.name === layout.secretsName) unverified.set(file.name, await sha256Of([content]))
    } else {
      unverified.set(file.name, await sha256Of(file.content))
      const isObject = file.name.startsWith(layout.objectsFolder)
      counted.objects += isObject ? 1 : 0
      counted[isObject ? 'objectBytes' : 'tableBytes'] += file.sizeBytes
    }
  }
  return { ...counted, whole, checksumsSha256: sums.digest('hex'), hasUnlisted: unverified.size > 0 }
}

function isComplete(found: BackupContents, { checksumsSha256, objects, database }: layout.Manifest): boolean {
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
  // Checked before parsing: a later format may have another shape.
  if (version > layout.formatVersion)
    throw new BackupError(
      `${path} was created by a newer version of Filesmith. Restore it with that version or a later one.`,
    )
  const parsed = layout.manifestSchema.safeParse(raw)
  if (!parsed.success) throw damaged(path, 'its manifest cannot be read')
  return parsed.data
}

function verifyChecksums(path: string, lines: string, unverified: Map<string, string>): void {
  for (const line of lines.split('\n').filter(text => text !== '')) {
    const [sum, name = ''] = [line.slice(0, 64), line.slice(66)]
    if (unverified.get(name) !== sum) throw damaged(path, `${name} does not match its checksum`)
    unverified.delete(name)
  }
}

async function sha256Of(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

async function readWhole(path: string, file: FileInTar): Promise<Buffer> {
  if (file.sizeBytes > maxWholeBytes) throw damaged(path, `${file.name} is too large`)
  const chunks: Buffer[] = []
  for await (const chunk of file.content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function damaged(path: string, reason: string): BackupError {
  return new BackupError(`${path} cannot be restored: ${reason}. Nothing was changed.`)
}
