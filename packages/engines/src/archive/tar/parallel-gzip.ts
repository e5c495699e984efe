/** Writes one gzip stream on several cores: blocks are packed at the same time, each knowing the data before it. */
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

const blockBytes = 512 * 1024
/** How far back gzip can refer. */
const windowBytes = 32 * 1024
const emptyLastBlock = Uint8Array.of(3, 0)

export interface GzipStream {
  add(bytes: Uint8Array): Promise<void>
  end(): Promise<void>
}

export function createParallelGzip(level: number, write: (bytes: Uint8Array) => Promise<void>): GzipStream {
  const maxUnderWay = 2 * availableParallelism()
  const underWay: Promise<Uint8Array>[] = []
  let block = Buffer.allocUnsafe(blockBytes)
  let filledBytes = 0
  let dictionary: Buffer | undefined
  let crc = 0
  let totalBytes = 0
  let isBegun = false

  async function writeOldest(): Promise<void> {
    if (!isBegun) await write(Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, extraFlags(level), 3))
    isBegun = true
    const oldest = underWay.shift()
    if (oldest !== undefined) await write(await oldest)
  }

  function packBlock(): void {
    const data = block.subarray(0, filledBytes)
    crc = crc32(data, crc)
    totalBytes += data.length
    const packed = deflateBlock(data, level, dictionary)
    // Whoever writes it hears of a failure; nobody may be waiting yet.
    packed.catch(() => {})
    underWay.push(packed)
    dictionary = data.subarray(-windowBytes)
    block = Buffer.allocUnsafe(blockBytes)
    filledBytes = 0
  }

  return {
    async add(bytes) {
      for (let offset = 0; offset < bytes.length; ) {
        const taken = Math.min(blockBytes - filledBytes, bytes.length - offset)
        block.set(bytes.subarray(offset, offset + taken), filledBytes)
        filledBytes += taken
        offset += taken
        if (filledBytes < blockBytes) continue
        packBlock()
        if (underWay.length >= maxUnderWay) await writeOldest()
      }
    },
    async end() {
      if (filledBytes > 0) packBlock()
      do await writeOldest()
      while (underWay.length > 0)
      const trailer = Buffer.alloc(8)
      trailer.writeUInt32LE(crc, 0)
      trailer.writeUInt32LE(totalBytes % 2 ** 32, 4)
      await write(Buffer.concat([emptyLastBlock, trailer]))
    },
  }
}

/** Ends at a whole byte and is not the last of its stream, so that another one may follow. */
async function deflateBlock(data: Buffer, level: number, dictionary?: Buffer): Promise<Uint8Array> {
  const options = { level, finishFlush: constants.Z_SYNC_FLUSH, memLevel: 9 }
  return promisify<Buffer, object, Buffer>(deflateRaw)(
    data,
    dictionary ? { ...options, dictionary } : options,
  )
}

function extraFlags(level: number): number {
  if (level === 9) return 2
  return level === 1 ? 4 : 0
}
