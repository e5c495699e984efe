/**
 * Reads archives with bsdtar, which writes their files as one TAR stream: nothing is extracted, so names, links and
 * devices of a hostile archive have no effect, and the size is counted while it is read.
 */
import { spawn } from 'node:child_process'
import { JobFailure } from '../../process/job-failure.ts'

const bsdtarProgram = '/usr/bin/bsdtar'
const blockBytes = 512
const maxFiles = 20_000
const maxNameBytes = 65_536

export interface ArchivedFile {
  readonly name: string
  readonly bytes: Buffer
}

/** Regular files whose name `isWanted`; others are skipped. */
export async function* readArchive(
  path: string,
  { isWanted, maxBytes }: { readonly isWanted: (name: string) => boolean; readonly maxBytes: number },
): AsyncGenerator<ArchivedFile> {
  const child = spawn(bsdtarProgram, ['-cf', '-', '--format=gnutar', `@${path}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
  })
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  )
  const messages = readMessages(child.stderr)
  const stream = streamReader(child.stdout)
  try {
    yield* readFiles(stream, isWanted, maxBytes)
    await stream.skipAll(maxBytes)
  } finally {
    child.kill('SIGKILL')
  }
  const [code, text] = await Promise.all([ended, messages])
  if (code === 0 || code === null) return
  const cause = new Error(text)
  if (/passphrase|encrypt|password/i.test(text)) throw new JobFailure('file-encrypted', {}, { cause })
  throw new JobFailure('file-damaged', {}, { cause })
}

async function* readFiles(
  stream: StreamReader,
  isWanted: (name: string) => boolean,
  maxBytes: number,
): AsyncGenerator<ArchivedFile> {
  let [total, files] = [0, 0]
  let longName: string | undefined
  for (;;) {
    const header = await stream.take(blockBytes)
    if (header === undefined || header[0] === 0) return
    const size = sizeIn(header)
    const type = String.fromCharCode(header[156] ?? 0)
    total += size
    if (total > maxBytes || ++files > maxFiles) throw new JobFailure('needs-too-much-memory')
    if (type === 'L') {
      longName = await readLongName(stream, size)
      continue
    }
    const name = longName ?? text(header.subarray(0, 100))
    longName = undefined
    const isTaken = /[0\0]/.test(type) && isWanted(name)
    const bytes = isTaken ? await stream.take(padded(size)) : await stream.skip(padded(size))
    if (bytes) yield { name, bytes: bytes.subarray(0, size) }
  }
}

async function readLongName(stream: StreamReader, size: number): Promise<string> {
  if (size > maxNameBytes) throw new JobFailure('file-damaged')
  return text((await stream.take(padded(size)))?.subarray(0, size))
}

function padded(size: number): number {
  return Math.ceil(size / blockBytes) * blockBytes
}

function text(bytes: Buffer | undefined): string {
  return (bytes?.toString() ?? '').replace(/\0.*$/s, '')
}

/** Octal, or binary for large files. */
function sizeIn(header: Buffer): number {
  if ((header[124] ?? 0) & 0x80) return Number(header.readBigUInt64BE(128) & 0xffffffffffffn)
  return Number.parseInt(header.toString('latin1', 124, 136).replace(/[\0 ]/g, '') || '0', 8) || 0
}

interface StreamReader {
  /** Undefined at the end. */
  take(bytes: number): Promise<Buffer | undefined>
  skip(bytes: number): Promise<undefined>
  skipAll(maxBytes: number): Promise<void>
}

function streamReader(stream: AsyncIterable<Buffer>): StreamReader {
  const chunks = stream[Symbol.asyncIterator]()
  let buffered: Buffer[] = []
  let length = 0
  async function fill(bytes: number): Promise<boolean> {
    while (length < bytes) {
      const next = await chunks.next()
      if (next.done) return false
      buffered.push(next.value)
      length += next.value.length
    }
    return true
  }
  async function take(bytes: number): Promise<Buffer | undefined> {
    if (!(await fill(bytes))) return undefined
    const all = Buffer.concat(buffered)
    buffered = [all.subarray(bytes)]
    length = all.length - bytes
    return all.subarray(0, bytes)
  }
  return {
    take,
    async skip(bytes) {
      for (let left = bytes; left > 0; left -= blockBytes * 128)
        if ((await take(Math.min(left, blockBytes * 128))) === undefined) break
      return undefined
    },
    async skipAll(maxBytes) {
      for (let bytes = 0; bytes < maxBytes; ) {
        const next = await chunks.next()
        if (next.done) return
        bytes += next.value.length
      }
    },
  }
}

async function readMessages(stream: AsyncIterable<Buffer>): Promise<string> {
  let collected = ''
  for await (const chunk of stream) collected = `${collected}${chunk.toString()}`.slice(-5000)
  return collected
}
