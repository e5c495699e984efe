import { expect, test } from 'vitest'
import { type Bitmap, packRows, writeDib } from './bitmaps.fixture.ts'
import { readIco } from './read-ico.ts'

const maxPixels = 1_000_000

interface IconImage {
  readonly side: number
  readonly bytes: Buffer
}

function writeIcon(images: readonly IconImage[]): Buffer {
  const header = Buffer.alloc(6 + images.length * 16)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let start = header.length
  images.forEach(({ side, bytes }, index) => {
    const at = 6 + index * 16
    header[at] = side % 256
    header[at + 1] = side % 256
    header.writeUInt32LE(bytes.length, at + 8)
    header.writeUInt32LE(start, at + 12)
    start += bytes.length
  })
  return Buffer.concat([header, ...images.map(({ bytes }) => bytes)])
}

/** Two by two pixels and their mask, whose height is counted as well. */
function twoByTwo(
  bits: number,
  values: readonly number[],
  mask: readonly number[],
  palette: Bitmap['palette'] = [],
) {
  const rows = [values.slice(0, 2), values.slice(2)]
  const masks = packRows([mask.slice(0, 2), mask.slice(2)], 1)
  const pixels = Buffer.concat([packRows(rows, bits), masks])
  return writeDib({ headerBytes: 40, width: 2, height: 4, bits, palette, pixels })
}

function read(icon: Buffer) {
  const image = readIco(icon, maxPixels)
  if ('embedded' in image) throw new Error('an embedded file')
  return image
}

test('readIco: the mask makes pixels transparent', () => {
  const bytes = twoByTwo(24, [0xff0000, 0x00ff00, 0x0000ff, 0xffffff], [0, 1, 0, 0])
  expect([...read(writeIcon([{ side: 2, bytes }])).data]).toEqual([
    255, 0, 0, 255, 0, 255, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255,
  ])
})

test('readIco: alpha replaces the mask', () => {
  const bytes = twoByTwo(32, [0x80ff0000, 0xff00ff00, 0, 0], [1, 1, 1, 1])
  expect([...read(writeIcon([{ side: 2, bytes }])).data.subarray(0, 8)]).toEqual([
    255, 0, 0, 128, 0, 255, 0, 255,
  ])
})

test('readIco: a palette of one bit', () => {
  const colors: Bitmap['palette'] = [
    [0, 0, 0],
    [255, 255, 255],
  ]
  const bytes = twoByTwo(1, [1, 0, 0, 1], [0, 0, 0, 0], colors)
  expect([...read(writeIcon([{ side: 2, bytes }])).data.subarray(0, 8)]).toEqual([
    255, 255, 255, 255, 0, 0, 0, 255,
  ])
})

test('readIco: takes the largest image, and of equal ones the one with most colors', () => {
  const small = writeDib({ headerBytes: 40, width: 1, height: 2, bits: 24, pixels: Buffer.alloc(8) })
  const gray = twoByTwo(
    1,
    [1, 1, 1, 1],
    [0, 0, 0, 0],
    [
      [0, 0, 0],
      [9, 9, 9],
    ],
  )
  const colored = twoByTwo(24, [0xff0000, 0xff0000, 0xff0000, 0xff0000], [0, 0, 0, 0])
  const image = read(
    writeIcon([
      { side: 1, bytes: small },
      { side: 2, bytes: gray },
      { side: 2, bytes: colored },
    ]),
  )
  expect(image).toMatchObject({ width: 2, height: 2 })
  expect([...image.data.subarray(0, 3)]).toEqual([255, 0, 0])
})

test('readIco: returns a PNG image as a file', () => {
  const png = Buffer.alloc(40)
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(png)
  png.writeUInt32BE(256, 16)
  png.writeUInt32BE(256, 20)
  expect(readIco(writeIcon([{ side: 256, bytes: png }]), maxPixels)).toEqual({ embedded: png })
})

test('readIco: a damaged image does not spoil the others', () => {
  const damaged = writeDib({ headerBytes: 40, width: 64, height: 128, bits: 5, pixels: Buffer.alloc(9) })
  const good = twoByTwo(24, [1, 2, 3, 4], [0, 0, 0, 0])
  const icon = writeIcon([
    { side: 64, bytes: damaged },
    { side: 2, bytes: good },
  ])
  expect(read(icon)).toMatchObject({ width: 2, height: 2 })
})

test('readIco: rejects sizes beyond the limit, and files without an image', () => {
  const huge = writeDib({
    headerBytes: 40,
    width: 60_000,
    height: 120_000,
    bits: 32,
    pixels: Buffer.alloc(4),
  })
  expect(() => readIco(writeIcon([{ side: 256, bytes: huge }]), maxPixels)).toThrow(
    expect.objectContaining({ code: 'image-too-large' }),
  )
  expect(() => readIco(writeIcon([]), maxPixels)).toThrow(expect.objectContaining({ code: 'file-damaged' }))
})
