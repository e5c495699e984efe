/** Pages of a comic: its images in natural order (2 before 10), stored as files with their formats. */

import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { type PdfImageFormat, pdfImageFormats } from '@filesmith/contract/operations/pdf/images-to-pdf'
import { sniffFormat, sniffHeadBytes } from '@filesmith/contract/sniff-format'
import { JobFailure } from '../../process/job-failure.ts'
import type { BookJob } from '../job.ts'

/**
 * Reads archives with bsdtar, which writes their files as one TAR stream: nothing is extracted, so names, links and
 * devices of a hostile archive have no effect, and the size is counted while it is read.
 */
const bsdtarProgram = '/usr/bin/bsdtar'
const blockBytes = 512
const maxFiles = 20_000
const maxNameBytes = 65_536

interface ArchivedFile {
  readonly name: string
  readonly bytes: Buffer
}

/** Regular files whose name `isWanted`; others are skipped. */
async function* readArchive(
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

export interface ComicPage {
  readonly path: string
  /** Path in the archive. */
  readonly name: string
  readonly format: PdfImageFormat
}

const imageName = /\.(?:jpe?g|jfif|png|gif|webp|bmp|tiff?|avif|heic)$/i
/** Metadata of file managers. */
const hiddenName = /(?:^|\/)(?:\.(?!\.?\/)|__MACOSX\/|Thumbs\.db)/i
const naturalOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** By folder, then by name. */
export function compareNames(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = naturalOrder.compare(left[index] ?? '', right[index] ?? '')
    if (order !== 0) return order
  }
  return left.length - right.length || (a < b ? -1 : 1)
}

export function isComicImage(name: string): boolean {
  return imageName.test(name) && !hiddenName.test(name)
}

export async function readComicPages(job: BookJob): Promise<ComicPage[]> {
  const pages: ComicPage[] = []
  for await (const { name, bytes } of readArchive(job.path, {
    isWanted: isComicImage,
    maxBytes: job.maxUnpackedBytes,
  })) {
    const format = imageFormatIn(bytes)
    if (format === undefined) continue
    const path = `${job.outFolder}/page-${pages.length}`
    await writeFile(path, bytes)
    pages.push({ path, name, format })
    if (pages.length > job.maxPages) throw new JobFailure('document-too-long', { pages: job.maxPages })
  }
  if (pages.length === 0) throw new JobFailure('no-comic-pages')
  return pages.sort((a, b) => compareNames(a.name, b.name))
}

function imageFormatIn(bytes: Buffer): PdfImageFormat | undefined {
  const format = sniffFormat(bytes.subarray(0, sniffHeadBytes))
  return pdfImageFormats.find(each => each === (format === 'apng' ? 'png' : format))
}
