/** Writes a stream to an open file in large batches; if the stream fails, all bytes received so far are written. */
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { toDiskError } from './disk-error.ts'

/** At most two batches are in memory: one being written, one filling. */
const batchMaxBytes = 2 * 1024 * 1024

/** Returns the position after the last byte. If the source fails, rejects with its error. */
export async function writeStreamToFile(
  source: Readable,
  file: FileHandle,
  startBytes: number,
): Promise<number> {
  let positionBytes = startBytes
  let batch: Uint8Array[] = []
  let batchBytes = 0
  let isWriting = false
  let writing: Promise<void> = Promise.resolve()

  function startWriting(): void {
    const chunks = batch
    const bytes = batchBytes
    batch = []
    batchBytes = 0
    isWriting = true
    writing = writeAll(file, chunks, positionBytes).then(
      () => {
        isWriting = false
      },
      error => {
        throw toDiskError(error)
      },
    )
    // Awaited below, but possibly only after the source delivers its next chunk; avoids an unhandled rejection.
    writing.catch(() => {})
    positionBytes += bytes
  }

  try {
    for await (const chunk of source) {
      const chunkBytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      batch.push(chunkBytes)
      batchBytes += chunkBytes.byteLength
      if (batchBytes >= batchMaxBytes) await writing
      if (!isWriting) startWriting()
    }
  } finally {
    await writing
    if (batchBytes > 0) startWriting()
    await writing
  }
  return positionBytes
}

async function writeAll(file: FileHandle, chunks: readonly Uint8Array[], startBytes: number): Promise<void> {
  const totalBytes = chunks.reduce((sum, chunkBytes) => sum + chunkBytes.byteLength, 0)
  let { bytesWritten } = await file.writev(chunks, startBytes)
  if (bytesWritten === totalBytes) return
  // writev may be partial, most likely when the disk is nearly full.
  const rest = Buffer.concat(chunks)
  while (bytesWritten < totalBytes) {
    const written = await file.write(rest, bytesWritten, totalBytes - bytesWritten, startBytes + bytesWritten)
    bytesWritten += written.bytesWritten
  }
}
