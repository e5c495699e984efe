/** Size that a file declares for itself: a larger one than it has means that its end is missing. */
import { open } from 'node:fs/promises'
import type { FormatId } from '@filesmith/contract/formats'

const inspectedBytes = 65_536

type ReadSize = (head: Buffer, tail: Buffer) => number | null

const readers: Readonly<Partial<Record<FormatId, ReadSize>>> = {
  wav: waveBytes,
  wma: windowsMediaBytes,
  wmv: windowsMediaBytes,
  ogg: oggBytes,
  opus: oggBytes,
  ogv: oggBytes,
}

/** Infinity if more is missing than the file says; null if nothing is missing, or if that cannot be known. */
export async function findDeclaredBytes(path: string, format: FormatId): Promise<number | null> {
  const readSize = readers[format]
  if (readSize === undefined) return null
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read = async (start: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(inspectedBytes), 0, inspectedBytes, start)
      return buffer.subarray(0, bytesRead)
    }
    const declared = readSize(await read(0), await read(Math.max(0, size - inspectedBytes)))
    return declared !== null && declared > size ? declared : null
  } finally {
    await file.close()
  }
}

/** Programs that cannot seek back write 0 or a huge number, which mean that the data extends to the end. */
const unknownWaveBytes = 0x7fff_0000

function waveBytes(head: Buffer): number | null {
  if (head.toString('latin1', 0, 4) !== 'RIFF') return null
  for (let offset = 12; offset + 8 <= head.length; ) {
    const bytes = head.readUInt32LE(offset + 4)
    if (head.toString('latin1', offset, offset + 4) === 'data')
      return bytes >= unknownWaveBytes ? null : offset + 8 + bytes
    offset += 8 + bytes + (bytes % 2)
  }
  return null
}

/** The File Properties Object of ASF: its id, its size and the id of the file precede the size of the file. */
const fileProperties = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex')
const fileSizeOffset = 40
/** Set while the file is written as a live stream: the size is not valid. */
const broadcastOffset = 88

function windowsMediaBytes(head: Buffer): number | null {
  const start = head.indexOf(fileProperties)
  if (start < 0 || start + broadcastOffset + 4 > head.length) return null
  const isBroadcast = (head.readUInt32LE(start + broadcastOffset) & 1) === 1
  return isBroadcast ? null : Number(head.readBigUInt64LE(start + fileSizeOffset))
}

const lastPageFlag = 4

/** The last page of a stream is marked; streams end close to each other. */
function oggBytes(_head: Buffer, tail: Buffer): number | null {
  for (let at = tail.indexOf('OggS'); at >= 0; at = tail.indexOf('OggS', at + 4))
    if (((tail[at + 5] ?? 0) & lastPageFlag) !== 0) return null
  return Number.POSITIVE_INFINITY
}
