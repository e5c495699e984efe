/** Headers of a RAR 5 archive, according to the published format description. */
import { crc32 } from 'node:zlib'
import type { RarCipher } from './cipher.ts'

export const signature = Uint8Array.of(0x52, 0x61, 0x72, 0x21, 0x1a, 0x07, 0x01, 0x00)

const headerTypes = { main: 1, file: 2, encryption: 4, end: 5 } as const
const headerFlags = { hasExtra: 1, hasData: 2 } as const
const fileFlags = { isFolder: 1, hasCrc: 4 } as const
const recordTypes = { encryption: 1, hash: 2, time: 3 } as const
const encryptionFlags = { hasPasswordCheck: 1, hasTweakedChecksums: 2 } as const
const timeHasModified = 2
const unixHost = 1
const unixModes = { file: 0o100644, folder: 0o040755 } as const

/** Dictionary sizes are powers of two starting here. */
const smallestDictionaryBytes = 128 * 1024

export interface EntryMetadata {
  readonly name: string
  readonly isFolder: boolean
  readonly modifiedAtMs: number
  readonly sizeBytes: number
  readonly packedBytes: number
  readonly crc: number
  readonly hash: Uint8Array
  /** 0 for stored, 1 to 5 for compressed. */
  readonly method: number
  readonly dictionaryBytes: number
  /** IV of encrypted data. */
  readonly iv: Uint8Array | null
}

export function mainHeader(): Uint8Array {
  return header([vint(headerTypes.main), vint(0), vint(0)])
}

export function endHeader(): Uint8Array {
  return header([vint(headerTypes.end), vint(0), vint(0)])
}

/** The only unencrypted header: it describes the encryption of the others. */
export function encryptionHeader(cipher: RarCipher): Uint8Array {
  return header([
    ...[vint(headerTypes.encryption), vint(0), vint(0), vint(encryptionFlags.hasPasswordCheck)],
    ...[Uint8Array.of(cipher.logIterations), cipher.salt, cipher.passwordCheck],
  ])
}

/** Fixed length per name, so that it can be rewritten once the packed size and checksum are known. */
export function entryHeader(entry: EntryMetadata, cipher: RarCipher | null): Uint8Array {
  const name = Buffer.from(entry.name)
  const crc = cipher === null ? entry.crc : cipher.tweakCrc(entry.crc)
  const extra = Buffer.concat(extraRecords(entry, cipher))
  const { isFolder } = entry
  return header([
    vint(headerTypes.file),
    // Set for folders as well: libarchive rejects an entry without a data size.
    vint(headerFlags.hasExtra | headerFlags.hasData),
    vint(extra.length),
    vintOf(entry.packedBytes, maxVintBytes),
    vint(isFolder ? fileFlags.isFolder : fileFlags.hasCrc),
    vintOf(entry.sizeBytes, maxVintBytes),
    vint(isFolder ? unixModes.folder : unixModes.file),
    ...(isFolder ? [] : [uint32(crc)]),
    vintOf(isFolder ? 0 : compressionOf(entry), 2),
    vint(unixHost),
    vint(name.length),
    name,
    extra,
  ])
}

function extraRecords(entry: EntryMetadata, cipher: RarCipher | null): Uint8Array[] {
  const time = record(recordTypes.time, [vint(timeHasModified), windowsTime(entry.modifiedAtMs)])
  if (entry.isFolder) return [time]
  const blake2sp = vint(0)
  const digest = cipher === null ? entry.hash : cipher.tweakHash(entry.hash)
  const hash = record(recordTypes.hash, [blake2sp, digest])
  if (cipher === null || entry.iv === null) return [hash, time]
  const flags = encryptionFlags.hasPasswordCheck | encryptionFlags.hasTweakedChecksums
  const encryption = record(recordTypes.encryption, [
    ...[vint(0), vint(flags), Uint8Array.of(cipher.logIterations)],
    ...[cipher.salt, entry.iv, cipher.passwordCheck],
  ])
  return [encryption, hash, time]
}

function compressionOf({ method, dictionaryBytes }: EntryMetadata): number {
  const dictionaryStep = method === 0 ? 0 : Math.ceil(Math.log2(dictionaryBytes / smallestDictionaryBytes))
  return (method << 7) | (Math.max(0, dictionaryStep) << 10)
}

function record(type: number, fields: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat([vint(type), ...fields])
  return Buffer.concat([vint(body.length), body])
}

function header(fields: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat(fields)
  const sized = Buffer.concat([vint(body.length), body])
  return Buffer.concat([uint32(crc32(sized)), sized])
}

function uint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const millisecondsFrom1601 = 11_644_473_600_000n

/** Windows FILETIME: 100 ns intervals since 1601, more precise than the Unix time variant. */
function windowsTime(atMs: number): Uint8Array {
  const bytes = Buffer.alloc(8)
  const ticks = (BigInt(Math.round(atMs)) + millisecondsFrom1601) * 10_000n
  bytes.writeBigUInt64LE(ticks > 0n ? ticks : 0n)
  return bytes
}

/** Enough for every safe integer. */
const maxVintBytes = 8

export function vint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  do {
    const low = rest % 128
    rest = Math.floor(rest / 128)
    bytes.push(rest > 0 ? low | 128 : low)
  } while (rest > 0)
  return Uint8Array.from(bytes)
}

/** The number in a fixed number of bytes, for fields that are rewritten later. */
export function vintOf(value: number, byteCount: number): Uint8Array {
  const bytes = new Uint8Array(byteCount)
  bytes.set(vint(value))
  for (let index = 0; index < byteCount - 1; index++) bytes[index] = (bytes[index] as number) | 128
  return bytes
}
