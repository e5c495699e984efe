/** Takes from image files what PDF needs of them: JPEG without metadata, and the compressed pixels of PNG. */

interface JpegBytes {
  readonly data: Buffer
  readonly isAdobe: boolean
}

const segmentStart = 0xff
const markers = { start: 0xd8, scan: 0xda, app0: 0xe0, app14: 0xee, comment: 0xfe, app15: 0xef }
/** JFIF, and the color transform of Adobe; the color profile (2) becomes a part of the PDF. */
const neededApps: readonly number[] = [markers.app0, markers.app14]

/** EXIF data can hold the location. Undefined if the file is not a sequence of segments. */
export function withoutJpegMetadata(file: Buffer): JpegBytes | undefined {
  if (file[0] !== segmentStart || file[1] !== markers.start) return undefined
  const kept = [file.subarray(0, 2)]
  let isAdobe = false
  for (let at = 2; at + 4 <= file.length; ) {
    const marker = file[at + 1] ?? 0
    if (file[at] !== segmentStart) return undefined
    if (marker === segmentStart) {
      at++
      continue
    }
    if (marker === markers.scan) return { data: Buffer.concat([...kept, file.subarray(at)]), isAdobe }
    const end = at + 2 + file.readUInt16BE(at + 2)
    const isMetadata = (marker >= markers.app0 && marker <= markers.app15) || marker === markers.comment
    if (!isMetadata || neededApps.includes(marker)) kept.push(file.subarray(at, end))
    isAdobe ||= marker === markers.app14 && file.toString('latin1', at + 4, at + 9) === 'Adobe'
    at = end
  }
  return undefined
}

const pngHeaderBytes = 8

/** The zlib stream of a PNG without interlacing. */
export function joinPngData(png: Buffer): Buffer {
  const data: Buffer[] = []
  for (let at = pngHeaderBytes; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return Buffer.concat(data)
}
