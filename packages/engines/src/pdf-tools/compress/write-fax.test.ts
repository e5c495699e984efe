import sharp from 'sharp'
import { expect, test } from 'vitest'
import { writeFax } from './write-fax.ts'

/** Reads fax data with libtiff, in a TIFF file of one strip. */
async function readFax(data: Buffer, width: number, height: number): Promise<Buffer> {
  const tags = [
    [256, width],
    [257, height],
    [258, 1],
    [259, 4],
    [262, 0],
    [273, 8],
    [277, 1],
    [278, height],
    [279, data.length],
  ] as const
  const header = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0])
  const padded = Buffer.concat([data, Buffer.alloc(data.length % 2)])
  header.writeUInt32LE(8 + padded.length, 4)
  const directory = Buffer.alloc(2 + tags.length * 12 + 4)
  directory.writeUInt16LE(tags.length, 0)
  for (const [index, [tag, value]] of tags.entries()) {
    directory.writeUInt16LE(tag, 2 + index * 12)
    directory.writeUInt16LE(4, 4 + index * 12)
    directory.writeUInt32LE(1, 6 + index * 12)
    directory.writeUInt32LE(value, 10 + index * 12)
  }
  return sharp(Buffer.concat([header, padded, directory]))
    .toColourspace('b-w')
    .raw()
    .toBuffer()
}

function randomPixels(width: number, height: number, seed: number): Buffer {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  const pixels = Buffer.alloc(width * height, 255)
  for (let run = 0; run < height * 4; run++) {
    const [x, y] = [Math.floor(next() * width), Math.floor(next() * height)]
    const length = Math.floor(next() ** 3 * width)
    pixels.fill(next() < 0.7 ? 0 : 255, y * width + x, y * width + Math.min(width, x + length))
  }
  return pixels
}

test.each([
  [1, 1],
  [7, 3],
  [64, 64],
  [333, 300],
  [2480, 40],
  [6000, 12],
])('writeFax: libtiff reads back %i x %i pixels', async (width, height) => {
  for (const seed of [1, 2, 3]) {
    const pixels = randomPixels(width, height, seed)
    expect((await readFax(writeFax(pixels, width, height), width, height)).equals(pixels)).toBe(true)
  }
})

test('writeFax: every run length of both colors', async () => {
  const width = 3000
  const lengths = Array.from({ length: 2700 }, (_, index) => index + 1)
  const pixels = Buffer.alloc(width * lengths.length, 255)
  for (const [row, length] of lengths.entries()) {
    // Alternates far apart, so that no row is coded by the one above.
    const start = row % 2 === 0 ? 0 : width - length
    pixels.fill(0, row * width + start, row * width + start + length)
  }
  expect((await readFax(writeFax(pixels, width, lengths.length), width, lengths.length)).equals(pixels)).toBe(
    true,
  )
})
