/** Writes pixels as an uncompressed TIFF, which libvips reads fastest: little-endian, one strip. */
import type { DecodedPixels } from './decoded-image.ts'

const headerBytes = 8
const [short, long, undefinedType] = [3, 4, 7]
const photometrics = { gray: 1, rgb: 2, palette: 3, cmyk: 5 } as const

export function writeTiff(image: DecodedPixels): Buffer {
  const { data: pixels, width, height, channels, isCmyk, palette, icc } = image
  const bitsPerChannel = palette?.bits ?? pixels.BYTES_PER_ELEMENT * 8
  const hasAlpha = channels % 2 === 0 && !isCmyk
  const bits = Buffer.from(Uint16Array.from({ length: channels }, () => bitsPerChannel).buffer)
  const colorMap = palette ? writeColorMap(palette.colors, 2 ** palette.bits) : Buffer.alloc(0)
  const bitsAt = headerBytes
  const colorMapAt = bitsAt + bits.length + (bits.length % 4)
  const iccAt = colorMapAt + colorMap.length
  const padding = (icc?.length ?? 0) % 2
  const dataAt = iccAt + (icc?.length ?? 0) + padding
  const tags: (readonly [tag: number, type: number, count: number, value: number])[] = [
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, channels, channels <= 2 ? bitsPerChannel * (channels === 1 ? 1 : 0x0001_0001) : bitsAt],
    [259, short, 1, 1],
    [262, short, 1, photometrics[photometricOf(image)]],
    [273, long, 1, dataAt],
    [277, short, 1, channels],
    [278, long, 1, height],
    [279, long, 1, pixels.byteLength],
    ...(palette ? [[320, short, colorMap.length / 2, colorMapAt] as const] : []),
    // Unassociated (straight) alpha.
    ...(hasAlpha ? [[338, short, 1, 2] as const] : []),
    ...(icc ? [[34_675, undefinedType, icc.length, iccAt] as const] : []),
  ]
  const directoryAt = dataAt + pixels.byteLength + (pixels.byteLength % 2)
  const file = Buffer.allocUnsafeSlow(directoryAt + 2 + tags.length * 12 + 4)
  file.write('II*\0', 0, 'latin1')
  file.writeUInt32LE(directoryAt, 4)
  bits.copy(file, bitsAt)
  colorMap.copy(file, colorMapAt)
  icc?.copy(file, iccAt)
  file.fill(0, dataAt - padding, dataAt)
  file.set(new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength), dataAt)
  file.fill(0, dataAt + pixels.byteLength)
  file.writeUInt16LE(tags.length, directoryAt)
  tags.forEach(([tag, type, count, value], index) => {
    const at = directoryAt + 2 + index * 12
    file.writeUInt16LE(tag, at)
    file.writeUInt16LE(type, at + 2)
    file.writeUInt32LE(count, at + 4)
    file.writeUInt32LE(value >>> 0, at + 8)
  })
  return file
}

function photometricOf({ channels, isCmyk, palette }: DecodedPixels): keyof typeof photometrics {
  if (palette) return 'palette'
  if (isCmyk) return 'cmyk'
  return channels <= 2 ? 'gray' : 'rgb'
}

/** All reds, then all greens, then all blues, of 16 bits. */
function writeColorMap(colors: Uint32Array, count: number): Buffer {
  const map = new Uint16Array(count * 3)
  for (let index = 0; index < count; index++)
    for (let channel = 0; channel < 3; channel++)
      map[channel * count + index] = (((colors[index] as number) >>> (channel * 8)) & 0xff) * 257
  return Buffer.from(map.buffer)
}
