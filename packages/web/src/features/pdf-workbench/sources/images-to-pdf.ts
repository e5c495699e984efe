/** Makes PDFs of images in the browser. */
import { type PdfImage, writeImagePdf } from './write-image-pdf.ts'

/** Reads what a PDF needs to know of a JPEG: size, components and orientation. */

interface JpegHeader {
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

/** Undefined if this browser cannot decode it. */
export async function readPdfImage(file: Blob): Promise<PdfImage | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return readJpeg(bytes) ?? (await decodeImage(file))
}

const jpegRotations: Readonly<Record<number, PdfImage['rotation']>> = { 1: 0, 3: 180, 6: 90, 8: 270 }

/** Undefined for mirrored images and for CMYK, which programs show in different ways: those are decoded. */
function readJpeg(bytes: Uint8Array): PdfImage | undefined {
  const header = readJpegHeader(bytes)
  const rotation = header && jpegRotations[header.orientation]
  if (header === undefined || rotation === undefined || ![1, 3].includes(header.components)) return undefined
  const { widthPx, heightPx, components } = header
  if (widthPx === 0 || heightPx === 0 || !isComplete(bytes)) return undefined
  return { widthPx, heightPx, rotation, pixels: { kind: 'jpeg', data: bytes, isGray: components === 1 } }
}

/** A cut JPEG has no end marker; the decoder decides what is left of it. */
function isComplete(bytes: Uint8Array): boolean {
  const tail = bytes.subarray(-1024)
  return tail.some((byte, index) => byte === 0xff && tail[index + 1] === 0xd9)
}

async function decodeImage(file: Blob): Promise<PdfImage | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (bitmap === undefined) return undefined
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  bitmap.close()
  const rgba = context?.getImageData(0, 0, width, height).data
  if (rgba === undefined) return undefined
  const { rgb, alpha } = separate(rgba)
  return {
    widthPx: width,
    heightPx: height,
    rotation: 0,
    pixels: { kind: 'rgb', data: await deflate(rgb), alpha: alpha && (await deflate(alpha)) },
  }
}

function separate(rgba: Uint8ClampedArray): {
  rgb: Uint8Array<ArrayBuffer>
  alpha: Uint8Array<ArrayBuffer> | undefined
} {
  const pixelCount = rgba.length / 4
  const rgb = new Uint8Array(pixelCount * 3)
  const alpha = new Uint8Array(pixelCount)
  let isOpaque = true
  for (let pixel = 0; pixel < pixelCount; pixel += 1) {
    rgb[pixel * 3] = rgba[pixel * 4] ?? 0
    rgb[pixel * 3 + 1] = rgba[pixel * 4 + 1] ?? 0
    rgb[pixel * 3 + 2] = rgba[pixel * 4 + 2] ?? 0
    const opacity = rgba[pixel * 4 + 3] ?? 255
    alpha[pixel] = opacity
    if (opacity < 255) isOpaque = false
  }
  return { rgb, alpha: isOpaque ? undefined : alpha }
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** A new PDF begins beyond this, so that each stays below the upload limit. */
const maxPdfBytes = 40 * 1024 * 1024

/** PDFs with one page per image, in order. */
export function imagesToPdfs(images: readonly PdfImage[]): Blob[] {
  const groups: PdfImage[][] = []
  let groupBytes = Infinity
  for (const image of images) {
    const bytes = image.pixels.data.length
    if (groupBytes + bytes > maxPdfBytes) {
      groups.push([])
      groupBytes = 0
    }
    groups.at(-1)?.push(image)
    groupBytes += bytes
  }
  return groups.map(writeImagePdf)
}
