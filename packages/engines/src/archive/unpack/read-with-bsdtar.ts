/** Reads archives with bsdtar, which turns every format into one TAR stream without writing a file. */
import { JobFailure } from '../../process/job-failure.ts'
import { createBudget, nameTooLong } from './budget.ts'
import { FileWriter } from './file-writer.ts'
import { maxNameBytes, type UnpackedList, type UnpackJob } from './job.ts'
import { missingVolume, runReader } from './run-reader.ts'

export const bsdtarProgram = '/usr/bin/bsdtar'
const decompressor = '/usr/bin/bsdcat'
const encrypted = /encrypt/i

export async function readWithBsdtar(job: UnpackJob, archiveBytes: number): Promise<UnpackedList> {
  const writer = new FileWriter(job.outFolder, createBudget(job.limits, archiveBytes))
  let leftOut = 0
  let isWhole = true
  const onEntry = async ({ name, type, modifiedAtMs }: TarEntryHeader) => {
    if (type === '0') await writer.startFile(name, modifiedAtMs)
    else if (type === '5') writer.addFolder(name, modifiedAtMs)
    else leftOut += 1
  }
  const { code, stderr } = await runReader({
    program: bsdtarProgram,
    args: ['-c', '-f', '-', '--format=gnutar', `@${job.path}`],
    read: async output => {
      isWhole = await readTar(output, {
        onEntry,
        onData: bytes => writer.write(bytes),
        onEntryEnd: () => writer.endFile(),
      })
    },
  })
  const unreadable = (await writer.dropFile()) ? 1 : 0
  if (encrypted.test(stderr)) throw new JobFailure('file-encrypted')
  const isCutShort = !isWhole || code !== 0
  if (isCutShort && missingVolume.test(stderr)) throw new JobFailure('archive-split')
  if (isCutShort && writer.entries.length === 0)
    throw new JobFailure('file-damaged', {}, { cause: new Error(stderr) })
  return { entries: writer.entries, leftOut, unreadable, isCutShort }
}

const tarHeaderBytes = 512

/** Whether a compressed file holds a TAR archive, by the checksum of its first header. */
export async function holdsTar(path: string): Promise<boolean> {
  let head = Buffer.alloc(0)
  await runReader({
    program: decompressor,
    args: [path],
    read: async output => {
      for await (const bytes of output) {
        head = Buffer.concat([head, bytes])
        if (head.length >= tarHeaderBytes) return
      }
    },
  })
  if (head.length < tarHeaderBytes || head[0] === 0) return false
  const sum = head
    .subarray(0, tarHeaderBytes)
    .reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0)
  return Number.parseInt(head.toString('latin1', 148, 156).trim(), 8) === sum
}

/** A single compressed file. */
export async function readCompressedFile(job: UnpackJob, archiveBytes: number): Promise<UnpackedList> {
  const writer = new FileWriter(job.outFolder, createBudget(job.limits, archiveBytes))
  await writer.startFile(Buffer.from(job.name), Date.now())
  let bytesRead = 0
  const { code, stderr } = await runReader({
    program: decompressor,
    args: [job.path],
    read: async output => {
      for await (const bytes of output) {
        bytesRead += bytes.length
        await writer.write(bytes)
      }
    },
  })
  if (code !== 0 && bytesRead === 0) throw new JobFailure('file-damaged', {}, { cause: new Error(stderr) })
  await writer.endFile()
  return { entries: writer.entries, leftOut: 0, unreadable: 0, isCutShort: code !== 0 }
}

/** Reads the TAR stream that bsdtar writes: GNU headers with long names, and the bytes of each entry. */

/** Numbers in TAR headers: octal digits, or binary where the first bit is set. */

const binaryMark = 0x80

function tarNumber(field: Buffer): number {
  const [first = 0] = field
  if ((first & binaryMark) === 0) return Number.parseInt(field.toString('latin1').trim(), 8) || 0
  // Times before 1970 are negative.
  if ((first & 0x40) !== 0) return 0
  return field.subarray(1).reduce((value, byte) => value * 256 + byte, 0)
}

interface TarEntryHeader {
  readonly name: Buffer
  /** '0' is a file, '5' a folder; all others are links and devices. */
  readonly type: string
  readonly sizeBytes: number
  readonly modifiedAtMs: number
}

interface TarListener {
  onEntry(header: TarEntryHeader): Promise<void>
  onData(bytes: Buffer): Promise<void>
  onEntryEnd(): Promise<void>
}

const blockBytes = 512

/** False if the stream ends within an entry. */
async function readTar(stream: AsyncIterable<Buffer>, listener: TarListener): Promise<boolean> {
  const source = new BlockSource(stream)
  let longName: Buffer | undefined
  for (;;) {
    const header = await source.take(blockBytes)
    if (header === undefined) return source.isAtBoundary
    if (header.every(byte => byte === 0)) return drain(source)
    const { type, sizeBytes } = headerOf(header)
    if (isLongName(type)) {
      const text = await takeName(source, sizeBytes)
      if (text === undefined) return false
      if (type === 'L') longName = untilZero(text)
      continue
    }
    await listener.onEntry({ ...headerOf(header), ...(longName && { name: longName }) })
    longName = undefined
    if (!(await source.pipe(sizeBytes, bytes => listener.onData(bytes)))) return false
    await listener.onEntryEnd()
    if ((await source.take(paddingAfter(sizeBytes))) === undefined) return false
  }
}

/** Ends in a zero. bsdtar writes the targets of links in the same way as names. */
async function takeName(source: BlockSource, sizeBytes: number): Promise<Buffer | undefined> {
  if (sizeBytes > maxNameBytes + 1) throw nameTooLong()
  return source.takePadded(sizeBytes)
}

function paddingAfter(sizeBytes: number): number {
  return (blockBytes - (sizeBytes % blockBytes)) % blockBytes
}

function headerOf(header: Buffer): TarEntryHeader {
  return {
    name: untilZero(header.subarray(0, 100)),
    type: String.fromCharCode(header[156] || 0x30),
    sizeBytes: tarNumber(header.subarray(124, 136)),
    modifiedAtMs: tarNumber(header.subarray(136, 148)) * 1000,
  }
}

/** Of the next entry, or of what its link points to. */
function isLongName(type: string): boolean {
  return type === 'L' || type === 'K'
}

async function drain(source: BlockSource): Promise<true> {
  while ((await source.take(blockBytes)) !== undefined);
  return true
}

function untilZero(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

class BlockSource {
  readonly #chunks: AsyncIterator<Buffer>
  #left: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  get isAtBoundary(): boolean {
    return this.#left.length === 0
  }

  /** Undefined if fewer bytes are left. */
  async take(count: number): Promise<Buffer | undefined> {
    while (this.#left.length < count) if (!(await this.#more())) return undefined
    const taken = this.#left.subarray(0, count)
    this.#left = this.#left.subarray(count)
    return taken
  }

  async takePadded(count: number): Promise<Buffer | undefined> {
    return (await this.take(count + paddingAfter(count)))?.subarray(0, count)
  }

  async pipe(count: number, write: (bytes: Buffer) => Promise<void>): Promise<boolean> {
    for (let left = count; left > 0; ) {
      if (this.#left.length === 0 && !(await this.#more())) return false
      const bytes = this.#left.subarray(0, left)
      this.#left = this.#left.subarray(bytes.length)
      left -= bytes.length
      await write(bytes)
    }
    return true
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next()
    if (done) return false
    this.#left = this.#left.length === 0 ? value : Buffer.concat([this.#left, value])
    return true
  }
}
