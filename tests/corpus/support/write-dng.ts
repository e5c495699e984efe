/** Writes a raw photo (DNG) of a drawn image: linear light behind a Bayer filter, with the white balance of a camera. */
import type { Image } from './images.ts'

/** How strongly each color reaches the sensor; the camera states it as its white balance. */
const sensorResponse = [0.45, 1, 0.65] as const
/** XYZ (D65) to linear sRGB. */
const xyzToRgb = [
  [3.2406, -1.5372, -0.4986],
  [-0.9689, 1.8758, 0.0415],
  [0.0557, -0.204, 1.057],
] as const
const white = 16_383
/** Red and green, green and blue. */
const bayer = [0, 1, 1, 2] as const

type Entry = readonly [tag: number, type: 1 | 2 | 3 | 4 | 5 | 10, values: readonly number[]]
const typeBytes = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 10: 8 } as const

export interface DngOptions {
  /** EXIF orientation. */
  readonly orientation?: number
  /** Stated size, to lie about it. */
  readonly size?: { readonly width: number; readonly height: number }
  /** A preview in the second directory. */
  readonly preview?: Buffer
  /** Stated compression of the sensor data; 1 is none. */
  readonly compression?: number
}

export function writeDng(image: Image, options: DngOptions = {}): Buffer {
  const { orientation = 1, size = image, preview, compression = 1 } = options
  const sensor = mosaic(image)
  const text = (value: string) => [...Buffer.from(`${value}\0`, 'latin1')]
  const matrix = xyzToRgb.flatMap((row, channel) => row.map(value => value * (sensorResponse[channel] ?? 1)))
  const start = 8
  const entries: Entry[] = [
    [254, 4, [0]],
    [256, 4, [size.width]],
    [257, 4, [size.height]],
    [258, 3, [16]],
    [259, 3, [compression]],
    [262, 3, [32_803]],
    [271, 2, text('Filesmith')],
    [272, 2, text('Test camera')],
    [273, 4, [start]],
    [274, 3, [orientation]],
    [277, 3, [1]],
    [278, 4, [size.height]],
    [279, 4, [sensor.length]],
    [33_421, 3, [2, 2]],
    [33_422, 1, bayer],
    [50_706, 1, [1, 4, 0, 0]],
    [50_708, 2, text('Filesmith Test camera')],
    [50_714, 4, [0]],
    [50_717, 4, [white]],
    [50_721, 10, matrix],
    [50_728, 5, sensorResponse],
    [50_778, 3, [21]],
  ]
  const second = start + sensor.length + directoryBytes(entries)
  const file = [
    header(start + sensor.length),
    sensor,
    directory(entries, start + sensor.length, preview ? second : 0),
  ]
  if (preview === undefined) return Buffer.concat(file)
  const previewEntries = (at: number): Entry[] => [
    [254, 4, [1]],
    [256, 4, [image.width]],
    [257, 4, [image.height]],
    [258, 3, [8, 8, 8]],
    [259, 3, [7]],
    [262, 3, [6]],
    [273, 4, [at]],
    [277, 3, [3]],
    [278, 4, [image.height]],
    [279, 4, [preview.length]],
  ]
  const previewAt = second + directoryBytes(previewEntries(0))
  return Buffer.concat([...file, directory(previewEntries(previewAt), second, 0), preview])
}

function header(directoryAt: number): Buffer {
  const bytes = Buffer.from('II*\0\0\0\0\0', 'latin1')
  bytes.writeUInt32LE(directoryAt, 4)
  return bytes
}

/** One sample of each pixel: linear light by the filter in front of it. */
function mosaic({ data, width, height, channels }: Image): Buffer {
  const sensor = Buffer.alloc(width * height * 2)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const color = bayer[(y % 2) * 2 + (x % 2)] ?? 0
      const value = (data[(y * width + x) * channels + color] ?? 0) / 255
      const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
      sensor.writeUInt16LE(Math.round(linear * (sensorResponse[color] ?? 1) * white), (y * width + x) * 2)
    }
  return sensor
}

function valueBytes([, type, values]: Entry): number {
  return values.length * typeBytes[type]
}

function directoryBytes(entries: readonly Entry[]): number {
  const outside = entries.map(valueBytes).filter(bytes => bytes > 4)
  return 2 + entries.length * 12 + 4 + outside.reduce((sum, bytes) => sum + bytes + (bytes % 2), 0)
}

function directory(entries: readonly Entry[], at: number, next: number): Buffer {
  const bytes = Buffer.alloc(directoryBytes(entries))
  bytes.writeUInt16LE(entries.length, 0)
  let outside = 2 + entries.length * 12 + 4
  entries.forEach((entry, index) => {
    const [tag, type, values] = entry
    const to = 2 + index * 12
    bytes.writeUInt16LE(tag, to)
    bytes.writeUInt16LE(type, to + 2)
    bytes.writeUInt32LE(values.length, to + 4)
    const length = valueBytes(entry)
    const isInside = length <= 4
    if (!isInside) bytes.writeUInt32LE(at + outside, to + 8)
    values.forEach((value, position) => {
      writeValue(bytes, type, value, (isInside ? to + 8 : outside) + position * typeBytes[type])
    })
    if (!isInside) outside += length + (length % 2)
  })
  bytes.writeUInt32LE(next, 2 + entries.length * 12)
  return bytes
}

const denominator = 10_000

function writeValue(bytes: Buffer, type: Entry[1], value: number, at: number): void {
  if (typeBytes[type] === 1) bytes.writeUInt8(value, at)
  else if (type === 3) bytes.writeUInt16LE(value, at)
  else if (type === 4) bytes.writeUInt32LE(value, at)
  else {
    bytes.writeInt32LE(Math.round(value * denominator), at)
    bytes.writeInt32LE(denominator, at + 4)
  }
}
