/** Estimated size of the archive, from a sample of the files. */
import type { ArchiveFormat } from '@filesmith/contract/archive-formats'
import { expectedReductionPercent } from '@filesmith/contract/compression'
import { compressMessages } from '@filesmith/contract/tools/compress/messages'
import { Scale } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ListedFile } from '../../lib/file-list/listed-file.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { Icon } from '../../ui/icon.tsx'

const sliceBytes = 64 * 1024

const sliceCount = 16

/** Debounce: files are added in bursts. */
const debounceMs = 300

/**
 * Compression strength of a format relative to the deflate of the sample, for levels 1 to 9: the compression ratio is the
 * ratio of the sample raised to this power. Incompressible data (ratio 1) stays incompressible in every format.
 *
 * Measured on nine sets of files (source code, documentation, programs, libraries, source maps, fonts, PDFs, images;
 * 0.4 to 49 MB, 2 to 2,424 files): this sample against real archives of 7-Zip 24, gzip over tar and our RAR writer at
 * levels 1, 3, 5, 7 and 9; levels in between are interpolated. ZIP estimates were within 8 %. Solid formats benefit from
 * similar files, which a sample does not detect: their values are set low, so that the archive tends to be smaller than
 * estimated.
 */
const strengths: Readonly<Record<ArchiveFormat, readonly number[]>> = {
  zip: [1, 1, 1, 1.04, 1.06, 1.06, 1.08, 1.08, 1.08],
  '7z': [1.33, 1.4, 1.48, 1.54, 1.6, 1.6, 1.62, 1.62, 1.62],
  tar: [0.98, 1, 1.02, 1.05, 1.08, 1.09, 1.1, 1.1, 1.1],
  rar: [1, 1.02, 1.04, 1.05, 1.06, 1.06, 1.06, 1.06, 1.06],
}

/** Overhead of an archive entry: fixed, and per byte of its name. */
const entryOverheads: Readonly<
  Record<ArchiveFormat, { readonly fixed: number; readonly perNameByte: number }>
> = {
  zip: { fixed: 112, perNameByte: 2 },
  '7z': { fixed: 12, perNameByte: 0.3 },
  tar: { fixed: 20, perNameByte: 0.3 },
  rar: { fixed: 60, perNameByte: 1 },
}

interface Estimate {
  readonly isSampling: boolean
  /** Undefined while sampling. */
  readonly reductionPercent: number | undefined
  /** Undefined without a sample. */
  readonly bytes: number | undefined
}

/** From a sample of the files; from the level alone if they cannot be read. */
export function useArchiveEstimate(
  files: readonly ListedFile[],
  format: ArchiveFormat,
  level: number,
): Estimate {
  const { sample, isSampling } = useSample(files)
  if (isSampling) return { isSampling, reductionPercent: undefined, bytes: undefined }
  if (!sample) return { isSampling, reductionPercent: expectedReductionPercent(level), bytes: undefined }
  const bytes = estimateArchiveBytes(sample, format, level)
  const reductionPercent = Math.max(0, Math.round((1 - bytes / Math.max(1, sample.totalBytes)) * 100))
  return { isSampling, reductionPercent, bytes }
}

/** Size of the archive; its reduction is beside the level. */
export function ArchiveEstimate({ isSampling, bytes, reductionPercent }: Estimate) {
  if (bytes === undefined && !isSampling) return null
  return (
    <p role="status" className="flex min-h-16 items-center gap-3 rounded bg-paper px-3 py-2">
      <Icon of={Scale} className="text-ink-muted" />
      {bytes === undefined ? (
        <span className="text-ink-muted">{compressMessages.sampling}</span>
      ) : (
        <span className="font-semibold tabular-nums">
          {compressMessages.fromSample(formatBytes(roundToPrecision(bytes)), reductionPercent === 0)}
        </span>
      )}
    </p>
  )
}

/** Rounds to two significant digits, the precision of the sample. */
function roundToPrecision(bytes: number): number {
  const unit = 1024 ** Math.floor(Math.log(bytes) / Math.log(1024))
  return Number((bytes / unit).toPrecision(2)) * unit
}

/** Estimates the archive size from a deflate sample. */
export function estimateArchiveBytes(
  { ratio, totalBytes, fileCount, nameBytes }: Sample,
  format: ArchiveFormat,
  level: number,
): number {
  const strength = strengths[format][level - 1] ?? 1
  const { fixed, perNameByte } = entryOverheads[format]
  return Math.round(totalBytes * ratio ** strength + fileCount * fixed + nameBytes * perNameByte)
}

interface SampleState {
  readonly sample: Sample | undefined
  readonly isSampling: boolean
}

/** Undefined when the list contains files of an earlier visit, which are only on the server. */
function useSample(files: readonly ListedFile[]): SampleState {
  const [latest, setLatest] = useState<{ readonly of: string; readonly sample: Sample | undefined }>()
  const isReadable =
    files.length > 0 && files.every(({ file }) => file !== undefined) && 'CompressionStream' in globalThis
  // Order and upload progress do not affect the sample.
  const identity = isReadable
    ? files
        .map(({ key }) => key)
        .toSorted()
        .join()
    : ''

  const read = useEffectEvent((signal: AbortSignal) =>
    takeSample(
      files.flatMap(({ file, path }) => (file ? [{ file, path }] : [])),
      signal,
    ),
  )

  useEffect(() => {
    if (identity === '') return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      read(controller.signal).then(
        sample => controller.signal.aborted || setLatest({ of: identity, sample }),
        // The file was deleted from disk: no estimate.
        () => controller.signal.aborted || setLatest({ of: identity, sample: undefined }),
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [identity])

  if (identity === '') return { sample: undefined, isSampling: false }
  return latest?.of === identity
    ? { sample: latest.sample, isSampling: false }
    : { sample: latest?.sample, isSampling: true }
}

/** Byte range of a file. */
interface Slice {
  readonly fileIndex: number
  readonly start: number
  readonly end: number
}

/** Measurements of the sample. */
interface Sample {
  /** Compressed size divided by original size of the sample. */
  readonly ratio: number
  readonly totalBytes: number
  readonly fileCount: number
  /** UTF-8 length of all paths. */
  readonly nameBytes: number
}

interface SampledFile {
  readonly file: Blob
  readonly path: string
}

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
