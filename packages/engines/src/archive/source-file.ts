/** Reads one file that goes into the archive, and looks whether packing it is worth while. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { deflateRawSync } from 'node:zlib'

export interface SourceFile {
  readonly sizeBytes: number
  /** Fills all of it from there on, or fails. */
  read(position: number, into: Uint8Array): Promise<void>
  close(): Promise<void>
}

export async function openSource(path: string): Promise<SourceFile> {
  // Not followed: a link could lead to what is not the user's.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  const { size } = await handle.stat()
  return {
    sizeBytes: size,
    read: (position, into) => readFully(handle, position, into),
    close: () => handle.close(),
  }
}

async function readFully(handle: FileHandle, position: number, into: Uint8Array): Promise<void> {
  for (let filled = 0; filled < into.length; ) {
    const { bytesRead } = await handle.read(into, filled, into.length - filled, position + filled)
    if (bytesRead === 0) throw new Error('A file became shorter while it was packed')
    filled += bytesRead
  }
}

const leastWorthwhileBytes = 64
const sampleBytes = 16 * 1024

/** Samples of pictures, films and archives hardly shrink: packing the whole of them would be time spent for nothing. */
export async function isWorthPacking(source: SourceFile, level: number): Promise<boolean> {
  if (source.sizeBytes < leastWorthwhileBytes) return false
  // Who asks for the smallest archive gets a closer look and an effort for less.
  const [mostSamples, worthwhile] = level >= 7 ? [16, 0.995] : [6, 0.97]
  const sampleCount = Math.min(mostSamples, Math.ceil(source.sizeBytes / sampleBytes))
  const length = Math.min(sampleBytes, source.sizeBytes)
  const step = (source.sizeBytes - length) / Math.max(1, sampleCount - 1)
  let packedBytes = 0
  for (let index = 0; index < sampleCount; index++) {
    const sample = new Uint8Array(length)
    await source.read(Math.floor(index * step), sample)
    packedBytes += deflateRawSync(sample, { level: 1 }).length
  }
  return packedBytes < sampleCount * length * worthwhile
}
