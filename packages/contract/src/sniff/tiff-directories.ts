/** Reads the chain of directories (IFDs) of a TIFF or BigTIFF: one per page, thumbnail or mask. */

export interface TiffDirectory {
  /** First value of each tag with numeric values that are stored in the entry itself. */
  readonly values: ReadonlyMap<number, number>
  /** Where the values of a tag are that do not fit into its entry, and how many bytes they have. */
  readonly offsets: ReadonlyMap<number, { readonly start: number; readonly length: number }>
}

/** A file may link thousands of directories, or one to itself. */
const maxDirectories = 10_000
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]

/** Empty for other formats. Stops where the bytes end, so that the beginning of a file is enough for its first directory. */
export function readTiffDirectories(bytes: Uint8Array): TiffDirectory[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.byteLength < 16) return []
  const order = view.getUint16(0)
  const isLittle = order === 0x4949
  const version = view.getUint16(2, isLittle)
  const isBig = version === 43
  if ((!isLittle && order !== 0x4d4d) || (!isBig && version !== 42)) return []
  const read = { view, isLittle, isBig }
  const found: TiffDirectory[] = []
  const seen = new Set<number>()
  let at = isBig ? offsetAt(read, 8) : offsetAt(read, 4)
  while (at !== 0 && !seen.has(at) && found.length < maxDirectories) {
    seen.add(at)
    const directory = readDirectory(read, at)
    if (directory === undefined) break
    found.push(directory)
    at = directory.next
  }
  return found
}

const newSubfileType = 254
/** Bits of NewSubfileType: a smaller version of another page, or a transparency mask. */
const reducedOrMask = 0b101

/** Indexes of the directories that are separate pages; thumbnails and masks are not. */
export function tiffPages(bytes: Uint8Array): number[] {
  const directories = readTiffDirectories(bytes)
  const pages = directories.flatMap(({ values }, index) =>
    ((values.get(newSubfileType) ?? 0) & reducedOrMask) === 0 ? [index] : [],
  )
  return pages.length === 0 ? [0] : pages
}

interface TiffBytes {
  readonly view: DataView
  readonly isLittle: boolean
  readonly isBig: boolean
}

function offsetAt({ view, isLittle, isBig }: TiffBytes, at: number): number {
  return isBig ? Number(view.getBigUint64(at, isLittle)) : view.getUint32(at, isLittle)
}

function readDirectory(file: TiffBytes, at: number): (TiffDirectory & { readonly next: number }) | undefined {
  const { view, isLittle, isBig } = file
  const [countBytes, entryBytes, valueBytes] = isBig ? [8, 20, 8] : [2, 12, 4]
  if (at + countBytes > view.byteLength) return undefined
  const count = isBig ? Number(view.getBigUint64(at, isLittle)) : view.getUint16(at, isLittle)
  const end = at + countBytes + count * entryBytes
  if (end + valueBytes > view.byteLength) return undefined
  const values = new Map<number, number>()
  const offsets = new Map<number, { readonly start: number; readonly length: number }>()
  for (let entry = at + countBytes; entry < end; entry += entryBytes) {
    const tag = view.getUint16(entry, isLittle)
    const size = typeBytes[view.getUint16(entry + 2, isLittle)] ?? 0
    const items = isBig ? Number(view.getBigUint64(entry + 4, isLittle)) : view.getUint32(entry + 4, isLittle)
    const valueAt = entry + entryBytes - valueBytes
    if (size * items > valueBytes) offsets.set(tag, { start: offsetAt(file, valueAt), length: size * items })
    else if (size === 1) values.set(tag, view.getUint8(valueAt))
    else if (size === 2) values.set(tag, view.getUint16(valueAt, isLittle))
    else if (size === 4) values.set(tag, view.getUint32(valueAt, isLittle))
  }
  return { values, offsets, next: offsetAt(file, end) }
}
