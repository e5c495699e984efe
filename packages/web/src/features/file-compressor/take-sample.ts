/** Reads some slices of the files and deflates them in the browser, to see how much smaller such files get. */

/** The part of the whole, in bytes, that a slice is. */
export interface Slice {
  readonly fileIndex: number
  readonly start: number
  readonly end: number
}

/** What was learned from the slices. */
export interface Sample {
  /** Size after by size before, of what was read: 1 is as large as before. */
  readonly ratio: number
  readonly totalBytes: number
  readonly fileCount: number
  /** Of all names with folders, in UTF-8. */
  readonly nameBytes: number
}

export interface SampledFile {
  readonly file: Blob
  readonly path: string
}

const sliceBytes = 64 * 1024
const sliceCount = 16

/** Slices at even distances over all files laid end to end, so that large files count for what they weigh. */
export function planSlices(sizes: readonly number[]): Slice[] {
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0)
  const isReadWhole = totalBytes <= sliceBytes * sliceCount
  const distance = isReadWhole ? sliceBytes : totalBytes / sliceCount
  const lead = (distance - sliceBytes) / 2
  const slices: Slice[] = []
  let fileStart = 0
  for (const [fileIndex, size] of sizes.entries()) {
    const fileEnd = fileStart + size
    // Every window that this file has a part of.
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
    // No archive makes a file larger: what does not get smaller is stored as it is.
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
