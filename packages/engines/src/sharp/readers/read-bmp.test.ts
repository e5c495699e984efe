import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Bitmap, packRows, writeBitmap } from './bitmaps.fixture.ts'
import type { DecodedPixels } from './decoded-image.ts'
import { readBmp } from './read-bmp.ts'
import { writeTiff } from './write-tiff.ts'

const maxPixels = 1_000_000

function read(file: Buffer): DecodedPixels {
  const image = readBmp(file, maxPixels)
  if ('embedded' in image) throw new Error('an embedded file')
  return image
}

/** As libvips shows them. */
const pixelsOf = async (file: Buffer) => {
  const { data, info } = await sharp(writeTiff(read(file)))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { channels } = info
  return Array.from({ length: data.length / channels }, (_, index) => [
    ...data.subarray(index * channels, (index + 1) * channels),
  ])
}

const [red, green, blue, white] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
]
const palette: Bitmap['palette'] = [
  [0, 0, 255],
  [0, 255, 0],
  [255, 0, 0],
  [255, 255, 255],
]
const indexes = [
  [0, 1, 0],
  [1, 1, 0],
]
const shown = [red, green, red, green, green, red]
const size = { width: 3, height: 2 }

describe('readBmp: palettes', () => {
  test.each([12, 16, 24, 40, 52, 56, 64, 108, 124])('a header of %i bytes', async headerBytes => {
    const file = writeBitmap({ ...size, headerBytes, bits: 8, palette, pixels: packRows(indexes, 8) })
    expect(await pixelsOf(file)).toEqual(shown)
  })

  test.each([1, 2, 4, 8])('%i bits', async bits => {
    const file = writeBitmap({ ...size, headerBytes: 40, bits, palette, pixels: packRows(indexes, bits) })
    expect(await pixelsOf(file)).toEqual(shown)
  })

  test('top row first', async () => {
    const pixels = packRows(indexes.toReversed(), 8)
    const file = writeBitmap({ ...size, headerBytes: 40, bits: 8, palette, isTopDown: true, pixels })
    expect(await pixelsOf(file)).toEqual(shown)
  })

  test('a palette that is shorter than the indexes reach: missing colors are black', async () => {
    const pixels = packRows([[0, 200, 0]], 8)
    const file = writeBitmap({ width: 3, height: 1, headerBytes: 40, bits: 8, palette, pixels })
    expect(await pixelsOf(file)).toEqual([red, [0, 0, 0], red])
  })

  test('a position of the pixels that is missing', async () => {
    const file = writeBitmap({ ...size, headerBytes: 40, bits: 8, palette, pixels: packRows(indexes, 8) })
    file.writeUInt32LE(0, 10)
    expect(await pixelsOf(file)).toEqual(shown)
  })
})

describe('readBmp: runs', () => {
  const runs = (bits: number, compression: number, bytes: readonly number[], headerBytes = 40) =>
    writeBitmap({
      width: 4,
      height: 2,
      headerBytes,
      bits,
      compression,
      palette,
      pixels: Uint8Array.from(bytes),
    })

  test('RLE8: runs, literals, end of line', async () => {
    // Bottom row: two green, two blue. Top row: four literals, padded.
    const file = runs(8, 1, [2, 1, 2, 2, 0, 0, 0, 3, 0, 1, 2, 0, 1, 3, 0, 1])
    expect(await pixelsOf(file)).toEqual([red, green, blue, white, green, green, blue, blue])
  })

  test('RLE8: skipped pixels have the first color', async () => {
    const file = runs(8, 1, [0, 2, 2, 1, 1, 1, 0, 1])
    expect(await pixelsOf(file)).toEqual([red, red, green, red, red, red, red, red])
  })

  test('RLE4: alternating runs and literals', async () => {
    const file = runs(4, 2, [4, 0x12, 0, 0, 0, 4, 0x01, 0x23, 0, 1])
    expect(await pixelsOf(file)).toEqual([red, green, blue, white, green, blue, green, blue])
  })

  test('RLE24 of OS/2', async () => {
    const file = runs(24, 4, [4, 0, 0, 255, 0, 0, 2, 0, 255, 0, 2, 255, 0, 0, 0, 1], 64)
    expect(await pixelsOf(file)).toEqual([green, green, blue, blue, red, red, red, red])
  })

  test('runs beyond the image are cut off', async () => {
    expect(await pixelsOf(runs(8, 1, [255, 1, 0, 0, 255, 2, 0, 0, 255, 3]))).toEqual([
      blue,
      blue,
      blue,
      blue,
      green,
      green,
      green,
      green,
    ])
  })
})

describe('readBmp: direct colors', () => {
  const one = (bits: number, value: number, more: Partial<Bitmap> = {}) =>
    writeBitmap({ width: 1, height: 1, headerBytes: 40, bits, pixels: packRows([[value]], bits), ...more })

  test.each([
    ['16 bits, 5 each', one(16, 0b0_11111_00000_10000), [255, 0, 132]],
    [
      '16 bits 565',
      one(16, 0b11111_100000_00000, { compression: 3, masks: [0xf800, 0x7e0, 0x1f] }),
      [255, 130, 0],
    ],
    [
      '16 bits 4444 with alpha',
      one(16, 0x8f00, { compression: 6, masks: [0xf00, 0xf0, 0xf, 0xf000] }),
      [255, 0, 0, 136],
    ],
    ['24 bits', one(24, 0x102030), [16, 32, 48]],
    ['32 bits without alpha', one(32, 0x00102030), [16, 32, 48]],
    ['32 bits with alpha', one(32, 0x80102030), [16, 32, 48, 128]],
    [
      '32 bits with masks of version 5',
      one(32, 0x80102030, { headerBytes: 124, compression: 3, masks: [0xff, 0xff00, 0xff0000, 0xff000000] }),
      [48, 32, 16, 128],
    ],
    [
      '32 bits of 10 each',
      one(32, 1023 * 2 ** 20 + 512, { compression: 3, masks: [0x3ff00000, 0xffc00, 0x3ff] }),
      [255, 0, 128],
    ],
  ])('%s', async (_what, file, expected) => {
    expect(await pixelsOf(file)).toEqual([expected])
  })

  test('returns an embedded PNG or JPEG', async () => {
    const file = one(24, 1, { compression: 5, pixels: Buffer.from('a PNG file') })
    expect(readBmp(file, maxPixels)).toEqual({ embedded: Buffer.from('a PNG file') })
  })
})

describe('readBmp: damage', () => {
  const file = writeBitmap({
    width: 4,
    height: 4,
    headerBytes: 40,
    bits: 24,
    pixels: packRows(
      Array.from({ length: 4 }, () => [0xffffff, 0xffffff, 0xffffff, 0xffffff]),
      24,
    ),
  })

  test('reads the rows that are there, and reports their share', async () => {
    const image = read(file.subarray(0, file.length - 24))
    expect(image.readShare).toBe(0.5)
    expect([...image.data.subarray(0, 3)]).toEqual([0, 0, 0])
    expect([...image.data.subarray(-3)]).toEqual([255, 255, 255])
    expect(read(file).readShare).toBe(1)
  })

  test('the padding of the last row may be missing', async () => {
    const narrow = writeBitmap({
      width: 1,
      height: 1,
      headerBytes: 40,
      bits: 24,
      pixels: packRows([[7]], 24),
    })
    expect(read(narrow.subarray(0, -1)).readShare).toBe(1)
  })

  test('rejects sizes beyond the limit before allocating', async () => {
    const huge = Buffer.from(file)
    huge.writeInt32LE(0x7fffffff, 18)
    expect(() => readBmp(huge, maxPixels)).toThrow(expect.objectContaining({ code: 'image-too-large' }))
  })

  test.each([
    ['a width of 0', 18, 0],
    ['a negative width', 18, -4],
    ['a height of 0', 22, 0],
  ])('rejects %s', (_what, at, value) => {
    const changed = Buffer.from(file)
    changed.writeInt32LE(value, at)
    expect(() => readBmp(changed, maxPixels)).toThrow(expect.objectContaining({ code: 'file-damaged' }))
  })

  test('any changed or missing bytes: an image or an error code, nothing else', async () => {
    const samples = [
      file,
      writeBitmap({ ...size, headerBytes: 40, bits: 4, palette, pixels: packRows(indexes, 4) }),
      writeBitmap({
        ...size,
        headerBytes: 124,
        bits: 16,
        compression: 3,
        masks: [0xf800, 0x7e0, 0x1f, 0],
        pixels: packRows(indexes, 16),
      }),
      writeBitmap({
        ...size,
        headerBytes: 40,
        bits: 8,
        compression: 1,
        palette,
        pixels: Uint8Array.from([2, 1, 0, 3, 0, 1, 2, 0, 0, 1]),
      }),
    ]
    for (const sample of samples) {
      for (let at = 0; at < sample.length; at++) {
        for (const value of [0, 1, 0x7f, 0xff]) {
          const changed = Buffer.from(sample)
          changed[at] = value
          expectImageOrFailure(changed)
        }
        expectImageOrFailure(sample.subarray(0, at))
      }
    }
  })
})

function expectImageOrFailure(file: Buffer): void {
  try {
    const image = readBmp(file, 10_000)
    if ('embedded' in image) return
    const { width, height, channels, palette: colors } = image
    const rowBytes = colors ? Math.ceil((width * colors.bits) / 8) : width * channels
    expect(image.data.length).toBe(rowBytes * height)
  } catch (error) {
    expect(error).toMatchObject({
      code: expect.stringMatching(/file-damaged|image-too-large|unsupported-variant/),
    })
  }
}
