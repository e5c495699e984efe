/**
 * Determines the type of an embedded image by its content: LibreOffice ignores the declared type, so an SVG or EPS called
 * PNG would reach parsers that follow references or start other programs.
 */
import { gunzipSync } from 'node:zlib'

const magic: readonly (readonly [string, string, number])[] = [
  ['image/png', '89504e470d0a1a0a', 0],
  ['image/jpeg', 'ffd8ff', 0],
  ['image/gif', '47494638', 0],
  ['image/bmp', '424d', 0],
  ['image/tiff', '49492a00', 0],
  ['image/tiff', '4d4d002a', 0],
  ['image/webp', '57454250', 8],
  ['image/wmf', 'd7cdc69a', 0],
  // Without the placeable header, as stored in RTF and DOC.
  ['image/wmf', '01000900', 0],
  ['image/wmf', '02000900', 0],
  ['image/emf', '20454d46', 40],
  // StarView metafile: LibreOffice's preview of an embedded object.
  ['image/svm', '56434c4d5446', 0],
]
export const svgType = 'image/svg+xml'
const maxInflatedBytes = 64 * 1024 * 1024
/** How far the root of an SVG may be from the start of the file. */
const svgHeadBytes = 4096

export interface EmbeddedImage {
  readonly type: string
  readonly bytes: Buffer
}

/** Undefined if the type is unknown. An SVG still has to be sanitized. */
export function sniffImage(bytes: Buffer): EmbeddedImage | undefined {
  for (const [type, hex, at] of magic) {
    const end = at + hex.length / 2
    if (bytes.length >= end && bytes.toString('hex', at, end) === hex) return { type, bytes }
  }
  // Compressed metafiles (emz, wmz) are passed on uncompressed, because the same reader would accept svgz.
  if (bytes.length > 18 && bytes.readUInt16BE(0) === 0x1f8b) {
    const inflated = inflate(bytes)
    const image = inflated && sniffImage(inflated)
    return image && /^image\/(?:emf|wmf)$/.test(image.type) ? image : undefined
  }
  return isSvg(bytes) ? { type: svgType, bytes } : undefined
}

function inflate(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxInflatedBytes })
  } catch {
    return undefined
  }
}

function isSvg(bytes: Buffer): boolean {
  const text = bytes.toString('utf8', 0, svgHeadBytes).trimStart()
  return text.startsWith('<') && /<svg[\s>]/.test(text)
}

const dataUrl = /^data:image\/[\w.+-]+((?:;[\w.+=-]*)*),(.*)$/is

/** The bytes of an image's data URL, whatever type it claims. */
export function readDataUrl(address: string): Buffer | undefined {
  const [, parameters = '', data = ''] = dataUrl.exec(address.trim()) ?? []
  if (data === '') return undefined
  return /;base64$/i.test(parameters)
    ? Buffer.from(percentDecoded(data), 'base64')
    : percentDecodedBytes(data)
}

function percentDecoded(data: string): string {
  return data.includes('%') ? percentDecodedBytes(data).toString('latin1') : data
}

function percentDecodedBytes(data: string): Buffer {
  const bytes = Buffer.from(data)
  const decoded = Buffer.alloc(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const hex = bytes[at] === 0x25 ? bytes.toString('latin1', at + 1, at + 3) : ''
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      decoded[length++] = Number.parseInt(hex, 16)
      at += 2
    } else decoded[length++] = bytes[at] ?? 0
  }
  return decoded.subarray(0, length)
}
