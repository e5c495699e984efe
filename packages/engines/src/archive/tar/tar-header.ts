/** Tar headers: ustar, preceded by pax records for values that do not fit. */

export const tarBlockBytes = 512
const maxUstarSize = 8 ** 11 - 1
const maxUstarNameBytes = 100
const plainName = /^[ -~]*$/

export interface TarEntry {
  readonly name: string
  readonly isFolder: boolean
  readonly sizeBytes: number
  readonly modifiedAtMs: number
  /** File permissions. */
  readonly mode?: number
}

export function tarHeader(entry: TarEntry): Uint8Array {
  const name = entry.isFolder ? `${entry.name}/` : entry.name
  const seconds = Math.floor(entry.modifiedAtMs / 1000)
  const records = paxRecords(name, entry)
  const header = ustarHeader({
    name,
    type: entry.isFolder ? '5' : '0',
    mode: entry.mode ?? (entry.isFolder ? 0o755 : 0o644),
    size: entry.sizeBytes > maxUstarSize ? 0 : entry.sizeBytes,
    seconds: Math.min(maxUstarSize, Math.max(0, seconds)),
  })
  if (records.length === 0) return header
  const body = Buffer.concat(records)
  const pax = ustarHeader({ name: 'PaxHeader', type: 'x', mode: 0o644, size: body.length, seconds: 0 })
  return Buffer.concat([pax, body, tarPadding(body.length), header])
}

/** Pads data to whole blocks. */
export function tarPadding(byteCount: number): Uint8Array {
  return new Uint8Array((tarBlockBytes - (byteCount % tarBlockBytes)) % tarBlockBytes)
}

function paxRecords(name: string, { sizeBytes, modifiedAtMs }: TarEntry): Uint8Array[] {
  const records: Uint8Array[] = []
  if (!plainName.test(name) || name.length > maxUstarNameBytes) records.push(paxRecord('path', name))
  if (sizeBytes > maxUstarSize) records.push(paxRecord('size', String(sizeBytes)))
  if (modifiedAtMs % 1000 !== 0 || modifiedAtMs < 0)
    records.push(paxRecord('mtime', (modifiedAtMs / 1000).toFixed(3)))
  return records
}

/** Starts with its own length, including the digits of the length. */
function paxRecord(key: string, value: string): Uint8Array {
  const rest = Buffer.from(` ${key}=${value}\n`)
  let length = rest.length
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length
  return Buffer.concat([Buffer.from(String(length)), rest])
}

interface UstarFields {
  readonly name: string
  readonly type: string
  readonly mode: number
  readonly size: number
  readonly seconds: number
}

function ustarHeader({ name, type, mode, size, seconds }: UstarFields): Uint8Array {
  const header = Buffer.alloc(tarBlockBytes)
  Buffer.from(name).subarray(0, maxUstarNameBytes).copy(header)
  const octal = (value: number, at: number, length: number) =>
    header.write(value.toString(8).padStart(length - 1, '0'), at)
  octal(mode, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(seconds, 136, 12)
  header.fill(' ', 148, 156)
  header.write(type, 156)
  header.write('ustar\u000000', 257, 'latin1')
  const checksum = header.reduce((sum, byte) => sum + byte, 0)
  header.write(`${checksum.toString(8).padStart(6, '0')}\u0000 `, 148, 'latin1')
  return header
}
