/** Reads what a PDF needs to know of a JPEG: size, components and orientation. */

export interface JpegHeader {
  readonly widthPx: number
  readonly heightPx: number
  readonly components: number
  /** EXIF orientation from 1 to 8. */
  readonly orientation: number
}

/** Undefined if it is not a JPEG. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined
  let orientation = 1
  try {
    for (let offset = 2; offset + 4 < bytes.length; ) {
      const marker = view.getUint16(offset)
      const length = view.getUint16(offset + 2)
      if (marker === 0xffe1) orientation = readOrientation(view, offset + 4) ?? orientation
      if (isFrame(marker))
        return {
          heightPx: view.getUint16(offset + 5),
          widthPx: view.getUint16(offset + 7),
          components: view.getUint8(offset + 9),
          orientation,
        }
      offset += 2 + length
    }
  } catch {
    // The header ends early.
  }
  return undefined
}

/** SOF0 to SOF15 without DHT, JPG and DAC. */
function isFrame(marker: number): boolean {
  return marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
}

const exifSignature = 0x45786966
const orientationTag = 0x0112

function readOrientation(view: DataView, offset: number): number | undefined {
  if (view.getUint32(offset) !== exifSignature) return undefined
  const tiff = offset + 6
  const isLittle = view.getUint16(tiff) === 0x4949
  const directory = tiff + view.getUint32(tiff + 4, isLittle)
  const count = view.getUint16(directory, isLittle)
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12
    if (view.getUint16(entry, isLittle) === orientationTag) {
      const value = view.getUint16(entry + 8, isLittle)
      return value >= 1 && value <= 8 ? value : undefined
    }
  }
  return undefined
}
