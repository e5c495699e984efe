/** Writes a stream into an open file, in large pieces, keeping every byte it took when the stream is cut. */
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { toDiskError } from './disk-error.ts'

/** Two of these are in memory at most: one on its way to the disk, one filling up. */
const batchMaxBytes = 2 * 1024 * 1024

/** Returns the position after the last byte. Rejects with the source's own error when that is what failed. */
export async function pourIntoFile(source: Readable, file: FileHandle, startBytes: number): Promise<number> {
  let positionBytes = startBytes
  let batch: Uint8Array[] = []
  let batchBytes = 0
  let isWriting = false
  let writing: Promise<void> = Promise.resolve()

  function startWriting(): void {
    const pieces = batch
    const bytes = batchBytes
    batch = []
    batchBytes = 0
    isWriting = true
    writing = writeAll(file, pieces, positionBytes).then(
      () => {
        isWriting = false
      },
      error => {
        throw toDiskError(error)
      },
    )
    // Awaited below, but perhaps only after the source has waited for its next chunk.
    writing.catch(() => {})
    positionBytes += bytes
  }

  try {
    for await (const chunk of source) {
      const piece: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      batch.push(piece)
      batchBytes += piece.byteLength
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

async function writeAll(file: FileHandle, pieces: readonly Uint8Array[], startBytes: number): Promise<void> {
  const wanted = pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
  let { bytesWritten } = await file.writev(pieces, startBytes)
  if (bytesWritten === wanted) return
  // The kernel may take less than it was given, most of all when the disk is nearly full.
  const rest = Buffer.concat(pieces)
  while (bytesWritten < wanted) {
    const written = await file.write(rest, bytesWritten, wanted - bytesWritten, startBytes + bytesWritten)
    bytesWritten += written.bytesWritten
  }
}
