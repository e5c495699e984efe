/** Metadata segments of JPEG images. */

const jpegStart = 0xffd8
const [startOfScan, comment] = [0xda, 0xfe]
/** Needed for the colors: JFIF, ICC profiles and Adobe's transformation. */
const colorSegments: ReadonlySet<number> = new Set([0xe0, 0xe2, 0xee])

/** Without EXIF, XMP, comments and thumbnails; undefined if there are none. */
export function stripMetadataSegments(contents: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength)
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== jpegStart) return undefined
  const kept = [bytes.subarray(0, 2)]
  let position = 2
  while (position + 4 <= bytes.length && bytes[position] === 0xff) {
    const marker = bytes[position + 1] ?? 0
    if (marker === startOfScan || marker < 0xc0) break
    const end = position + 2 + bytes.readUInt16BE(position + 2)
    const isMetadata = marker === comment || (marker >= 0xe0 && marker <= 0xef && !colorSegments.has(marker))
    if (!isMetadata) kept.push(bytes.subarray(position, end))
    position = end
  }
  if (kept.length === 1) return undefined
  kept.push(bytes.subarray(position))
  const stripped = Buffer.concat(kept)
  return stripped.length < bytes.length ? stripped : undefined
}
