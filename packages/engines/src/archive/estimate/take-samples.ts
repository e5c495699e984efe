/** Takes a few samples from all files together, spread evenly over their bytes. */
import type { JobFile } from '../pack-job.ts'
import { openSource } from '../source-file.ts'

const sampleCount = 8
const sampleBytes = 48 * 1024

export interface Samples {
  readonly samples: readonly Uint8Array[]
  /** Of all files. */
  readonly totalBytes: number
}

export async function takeSamples(files: readonly JobFile[]): Promise<Samples> {
  const sizes: number[] = []
  for (const { path } of files) {
    if (path === null) {
      sizes.push(0)
      continue
    }
    const source = await openSource(path)
    sizes.push(source.sizeBytes)
    await source.close()
  }
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0)
  const isAll = totalBytes <= sampleCount * sampleBytes
  const step = isAll ? sampleBytes : totalBytes / sampleCount
  const samples: Uint8Array[] = []
  // From the middle of each part: beginnings of files are often unlike the rest of them.
  for (let at = isAll ? 0 : (step - sampleBytes) / 2; at < totalBytes; at += step)
    samples.push(await readAcross(files, sizes, Math.floor(at), sampleBytes))
  return { samples, totalBytes }
}

/** As if all files stood one behind the other. */
async function readAcross(
  files: readonly JobFile[],
  sizes: readonly number[],
  start: number,
  byteCount: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let fileStart = 0
  for (const [index, { path }] of files.entries()) {
    const size = sizes[index] ?? 0
    const from = Math.max(0, start - fileStart)
    const length = Math.min(size, start + byteCount - fileStart) - from
    if (path !== null && length > 0) {
      const source = await openSource(path)
      const part = new Uint8Array(length)
      await source.read(from, part)
      await source.close()
      parts.push(part)
    }
    fileStart += size
  }
  return Buffer.concat(parts)
}
