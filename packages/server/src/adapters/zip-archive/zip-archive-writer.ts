/** Streams ZIP archives; files are stored uncompressed, because results are compressed already. */
import { PassThrough, type Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { AppError } from '@filesmith/contract/errors'
import yazl from 'yazl'

export type ArchiveEntry =
  | { readonly name: string; readonly text: string }
  /** Opened only when it is written; an entry that is gone by then (AppError 'not-found') is skipped. */
  | { readonly name: string; readonly read: () => Promise<Readable> }
  /** Generated when it is written, from the names skipped before it; undefined omits the entry. */
  | { readonly name: string; readonly note: (leftOut: readonly string[]) => string | undefined }

export interface ArchiveWriter {
  /** The stream fails if an existing entry cannot be read. */
  write(entries: readonly ArchiveEntry[]): Readable
}

/** Streams ZIP archives; files are stored uncompressed, because results are compressed already. */
export function createZipArchiveWriter(): ArchiveWriter {
  return {
    write(entries) {
      const zip = new yazl.ZipFile()
      // A separate output stream, so that closing it on client disconnect stops the packer.
      const output = new PassThrough()
      const closing = new AbortController()
      output.once('close', () => closing.abort())
      const fail = (error: Error) => output.destroy(error)
      zip.on('error', fail)
      pipeline(zip.outputStream as Readable, output).catch(fail)
      addAll(zip, entries, closing.signal).catch(fail)
      return output
    },
  }
}

/** One open file at a time: the next is opened when the previous one has been read. */
async function addAll(
  zip: yazl.ZipFile,
  entries: readonly ArchiveEntry[],
  signal: AbortSignal,
): Promise<void> {
  const missingNames: string[] = []
  for (const entry of entries) {
    signal.throwIfAborted()
    if ('read' in entry) {
      const exists = await addFile(zip, entry.name, entry.read, signal)
      if (!exists) missingNames.push(entry.name)
    } else {
      const text = 'note' in entry ? entry.note(missingNames) : entry.text
      if (text !== undefined) zip.addBuffer(Buffer.from(text), entry.name)
    }
  }
  zip.end()
}

async function addFile(
  zip: yazl.ZipFile,
  name: string,
  read: () => Promise<Readable>,
  signal: AbortSignal,
): Promise<boolean> {
  const source = await read().catch(undefinedIfGone)
  if (!source) return false
  try {
    zip.addReadStream(source, name, { compress: false })
    await finished(source, { signal })
    return true
  } finally {
    source.destroy()
  }
}

function undefinedIfGone(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'not-found')) throw error
}
