/** Deflates a sample of the files in the browser to measure how well they compress. */

/** Byte range of a file. */
export interface Slice {
  readonly fileIndex: number
  readonly start: number
  readonly end: number
}

/** Measurements of the sample. */
export interface Sample {
  /** Compressed size divided by original size of the sample. */
  readonly ratio: number
  readonly totalBytes: number
  readonly fileCount: number
  /** UTF-8 length of all paths. */
  readonly nameBytes: number
}

export interface SampledFile {
  readonly file: Blob
  readonly path: string
}

const sliceBytes = 64 * 1024
const sliceCount = 16

/** Slices at even distances over the concatenation of all files, which weights files by size. */
export function planSlices(sizes: readonly number[]): Slice[] {
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0)
  const isReadWhole = totalBytes <= sliceBytes * sliceCount
  const distance = isReadWhole ? sliceBytes : totalBytes / sliceCount
  const lead = (distance - sliceBytes) / 2
  const slices: Slice[] = []
  let fileStart = 0
  for (const [fileIndex, size] of sizes.entries()) {
    const fileEnd = fileStart + size
    // All windows that overlap this file.
    for (let window = Math.max(0, Math.floor((fileStart - lead - sliceBytes) / distance)); ; window += 1) {
      const from = Math.floor(window * distance + lead)
      if (from >= fileEnd || (!isReadWhole && window >= sliceCount)) break
      const start = Math.max(from, fileStart) - fileStart
      const end = Math.min(from + sliceBytes, fileEnd) - fileStart
      if (end > start) slices.push({ fileIndex, start, end })
    }
    fileStart = fileEnd
  }
  return slices
}

export async function takeSample(files: readonly SampledFile[], signal: AbortSignal): Promise<Sample> {
  const totalBytes = files.reduce((sum, { file }) => sum + file.size, 0)
  let readBytes = 0
  let deflatedBytes = 0
  for (const { fileIndex, start, end } of planSlices(files.map(({ file }) => file.size))) {
    signal.throwIfAborted()
    const file = files[fileIndex]?.file
    if (!file) continue
    readBytes += end - start
    // Archivers store incompressible data uncompressed, so a slice never grows.
    deflatedBytes += Math.min(end - start, await deflatedSize(file.slice(start, end)))
  }
  const encoder = new TextEncoder()
  return {
    ratio: readBytes === 0 ? 1 : deflatedBytes / readBytes,
    totalBytes,
    fileCount: files.length,
    nameBytes: files.reduce((sum, { path }) => sum + encoder.encode(path).length, 0),
  }
}

async function deflatedSize(slice: Blob): Promise<number> {
  const deflated = new Response(slice.stream().pipeThrough(new CompressionStream('deflate-raw')))
  return (await deflated.arrayBuffer()).byteLength
}
