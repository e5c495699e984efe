/** Tar packing program: reads a job from standard input and reports progress on standard output. */
import { open } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { createReporter, type PackJob, readJob } from '../pack-job.ts'
import { openSource } from '../source-file.ts'
import { tarBlockBytes, tarHeader, tarPadding } from './tar-header.ts'

/** Parallel gzip: blocks are compressed concurrently, each with the preceding data as its dictionary (as in pigz). */
const blockBytes = 512 * 1024
/** Size of the deflate window. */
const windowBytes = 32 * 1024
const emptyLastBlock = Uint8Array.of(3, 0)

interface GzipStream {
  add(bytes: Uint8Array): Promise<void>
  end(): Promise<void>
}

function createParallelGzip(level: number, write: (bytes: Uint8Array) => Promise<void>): GzipStream {
  const maxInFlight = 2 * availableParallelism()
  const inFlight: Promise<Uint8Array>[] = []
  let block = Buffer.allocUnsafe(blockBytes)
  let filledBytes = 0
  let dictionary: Buffer | undefined
  let crc = 0
  let totalBytes = 0
  let isHeaderWritten = false

  async function writeOldest(): Promise<void> {
    if (!isHeaderWritten) await write(Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, extraFlags(level), 3))
    isHeaderWritten = true
    const oldest = inFlight.shift()
    if (oldest !== undefined) await write(await oldest)
  }

  function packBlock(): void {
    const data = block.subarray(0, filledBytes)
    crc = crc32(data, crc)
    totalBytes += data.length
    const packed = deflateBlock(data, level, dictionary)
    // writeOldest awaits it later; avoid an unhandled rejection until then.
    packed.catch(() => {})
    inFlight.push(packed)
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
        if (inFlight.length >= maxInFlight) await writeOldest()
      }
    },
    async end() {
      if (filledBytes > 0) packBlock()
      do await writeOldest()
      while (inFlight.length > 0)
      const trailer = Buffer.alloc(8)
      trailer.writeUInt32LE(crc, 0)
      trailer.writeUInt32LE(totalBytes % 2 ** 32, 4)
      await write(Buffer.concat([emptyLastBlock, trailer]))
    },
  }
}

/** Ends with a sync flush at a byte boundary, so that another block can follow. */
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

const readBytes = 1024 * 1024

async function addFile(
  gzip: GzipStream,
  path: string,
  header: (sizeBytes: number) => Uint8Array,
  onDone: (byteCount: number) => void,
) {
  const source = await openSource(path)
  try {
    await gzip.add(header(source.sizeBytes))
    for (let position = 0; position < source.sizeBytes; ) {
      const bytes = new Uint8Array(Math.min(readBytes, source.sizeBytes - position))
      await source.read(position, bytes)
      await gzip.add(bytes)
      position += bytes.length
      onDone(bytes.length)
    }
    await gzip.add(tarPadding(source.sizeBytes))
  } finally {
    await source.close()
  }
}

const job = await readJob<PackJob>()
const report = createReporter()
const output = await open(job.outputPath, 'wx')
const gzip = createParallelGzip(job.level, bytes => output.writeFile(bytes))
let doneBytes = 0
for (const [file, { path, name, modifiedAtMs }] of job.files.entries()) {
  const header = (sizeBytes: number) => tarHeader({ name, isFolder: path === null, sizeBytes, modifiedAtMs })
  if (path === null) await gzip.add(header(0))
  else
    await addFile(gzip, path, header, byteCount => {
      doneBytes += byteCount
      report({ doneBytes, file })
    })
}
await gzip.add(new Uint8Array(2 * tarBlockBytes))
await gzip.end()
await output.close()
