/** Reads a file to be packed and estimates by sampling whether it is compressible. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { deflateRawSync } from 'node:zlib'

export interface SourceFile {
  readonly sizeBytes: number
  /** Fills the whole buffer from this position, or rejects. */
  read(position: number, into: Uint8Array): Promise<void>
  close(): Promise<void>
}

export async function openSource(path: string): Promise<SourceFile> {
  // O_NOFOLLOW: a symbolic link could point outside the user's files.
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

const minBytes = 64
const sampleBytes = 16 * 1024

/** Samples of images, videos and archives hardly shrink; compressing them would only cost time. */
export async function isCompressible(source: SourceFile, level: number): Promise<boolean> {
  if (source.sizeBytes < minBytes) return false
  // High levels use more samples and accept smaller savings.
  const [maxSamples, maxRatio] = level >= 7 ? [16, 0.995] : [6, 0.97]
  const sampleCount = Math.min(maxSamples, Math.ceil(source.sizeBytes / sampleBytes))
  const length = Math.min(sampleBytes, source.sizeBytes)
  const step = (source.sizeBytes - length) / Math.max(1, sampleCount - 1)
  let packedBytes = 0
  for (let index = 0; index < sampleCount; index++) {
    const sample = new Uint8Array(length)
    await source.read(Math.floor(index * step), sample)
    packedBytes += deflateRawSync(sample, { level: 1 }).length
  }
  return packedBytes < sampleCount * length * maxRatio
}
