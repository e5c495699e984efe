/** Metadata of compressed images. */

const jpegStart = 0xffd8
const [startOfScan, comment, end, temporary] = [0xda, 0xfe, 0xd9, 0x01]
const [jfif, adobe] = [0xe0, 0xee]
/** Up to the size of its thumbnail. */
const jfifBytes = 16

/**
 * A JPEG image without EXIF, XMP, comments, thumbnails, profiles, which PDF readers ignore, and what follows its end; undefined
 * if there is nothing of them.
 */
export function stripMetadataSegments(contents: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength)
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== jpegStart) return undefined
  const kept = [bytes.subarray(0, 2)]
  let position = 2
  while (position + 4 <= bytes.length && bytes[position] === 0xff) {
    const marker = bytes[position + 1] ?? 0
    if (marker === end) {
      position += 2
      kept.push(bytes.subarray(position - 2, position))
      break
    }
    const next = position + 2 + bytes.readUInt16BE(position + 2)
    kept.push(...keptSegment(marker, bytes.subarray(position, next)))
    position = next
    if (marker !== startOfScan) continue
    position = scanEnd(bytes, next)
    kept.push(bytes.subarray(next, position))
  }
  // The end of the image, or a stream that was cut off.
  if (position < bytes.length && bytes.readUInt16BE(Math.min(position, bytes.length - 2)) === 0xffd9)
    kept.push(bytes.subarray(position, position + 2))
  const stripped = Buffer.concat(kept)
  return stripped.length < bytes.length ? stripped : undefined
}

function keptSegment(marker: number, segment: Buffer): Buffer[] {
  // Says how colors were transformed.
  if (marker === adobe) return [segment]
  if (marker === jfif && segment.toString('latin1', 4, 8) === 'JFIF' && segment.length >= jfifBytes) {
    const header = Buffer.from(segment.subarray(0, jfifBytes + 2))
    header.writeUInt16BE(header.length - 2, 2)
    header.fill(0, jfifBytes)
    return [header]
  }
  return marker === comment || (marker >= jfif && marker <= 0xef) ? [] : [segment]
}

/** The next marker that is none of the coded data: restart markers, and bytes that only look like markers. */
function scanEnd(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0
    const isCoded =
      marker === 0 || marker === 0xff || marker === temporary || (marker >= 0xd0 && marker <= 0xd7)
    if (!isCoded) return at
  }
  return bytes.length
}

/** Boxes of JPEG 2000 that no decoder needs: XML, UUIDs with XMP or EXIF, rights. */
const metadataBoxes: ReadonlySet<string> = new Set(['xml ', 'uuid', 'uinf', 'jp2i', 'free', 'asoc', 'lbl '])

/** Undefined if there are none. */
export function stripMetadataBoxes(contents: Buffer): Buffer | undefined {
  const kept: Buffer[] = []
  let position = 0
  // A code stream alone has no boxes.
  if (contents.toString('latin1', 4, 8) !== 'jP  ') return undefined
  while (position + 8 <= contents.length) {
    const length = contents.readUInt32BE(position)
    const isLong = length === 1 && position + 16 <= contents.length
    const size = isLong ? Number(contents.readBigUInt64BE(position + 8)) : length
    const next = size < 8 ? contents.length : Math.min(contents.length, position + size)
    if (!metadataBoxes.has(contents.toString('latin1', position + 4, position + 8)))
      kept.push(contents.subarray(position, next))
    position = next
  }
  const stripped = Buffer.concat(kept)
  return stripped.length < contents.length ? stripped : undefined
}
