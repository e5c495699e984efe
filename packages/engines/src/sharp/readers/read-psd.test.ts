import { describe, expect, test } from 'vitest'
import { readPsd } from './read-psd.ts'

const maxPixels = 1_000_000

interface Photoshop {
  readonly mode: number
  readonly depth?: number
  readonly channels: number
  readonly width: number
  readonly height: number
  readonly palette?: Buffer
  readonly resources?: Buffer
  /** Negative: the merged image has transparency. */
  readonly layers?: number
  readonly isLarge?: boolean
  readonly image: Buffer
}

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function writePsd(file: Photoshop): Buffer {
  const { palette = Buffer.alloc(0), resources = Buffer.alloc(0), layers = 0, isLarge = false } = file
  const header = Buffer.alloc(26)
  header.write('8BPS', 'latin1')
  header.writeUInt16BE(isLarge ? 2 : 1, 4)
  header.writeUInt16BE(file.channels, 12)
  header.writeUInt32BE(file.height, 14)
  header.writeUInt32BE(file.width, 18)
  header.writeUInt16BE(file.depth ?? 8, 22)
  header.writeUInt16BE(file.mode, 24)
  const lengthBytes = isLarge ? 8 : 4
  const layerInfo = Buffer.alloc(lengthBytes + 2)
  layerInfo.writeInt16BE(layers, lengthBytes)
  const section = Buffer.alloc(lengthBytes)
  section.writeUInt32BE(layerInfo.length, lengthBytes - 4)
  return Buffer.concat([
    header,
    uint32(palette.length),
    palette,
    uint32(resources.length),
    resources,
    section,
    layerInfo,
    file.image,
  ])
}

const raw = (...planes: readonly number[]) => Buffer.from([0, 0, ...planes])
const read = (file: Photoshop) => {
  const image = readPsd(writePsd(file), maxPixels)
  if (image === undefined) throw new Error('not read')
  return image
}

describe('readPsd', () => {
  const twoPixels = { width: 2, height: 1 }

  test('RGB: three planes', () => {
    const { data, channels } = read({ ...twoPixels, mode: 3, channels: 3, image: raw(1, 2, 3, 4, 5, 6) })
    expect([channels, ...data]).toEqual([3, 1, 3, 5, 2, 4, 6])
  })

  test('RLE: literals, runs and rows of different lengths', () => {
    const counts = [0, 3, 0, 2, 0, 2]
    const image = Buffer.from([0, 1, ...counts, 1, 7, 8, 0xff, 9, 0xff, 5])
    expect([...read({ ...twoPixels, mode: 3, channels: 3, image }).data]).toEqual([7, 9, 5, 8, 9, 5])
  })

  test('RLE of a large document (PSB)', () => {
    const image = Buffer.from([0, 1, 0, 0, 0, 3, 1, 7, 8])
    expect([...read({ ...twoPixels, mode: 1, channels: 1, isLarge: true, image }).data]).toEqual([7, 8])
  })

  test('16 bits', () => {
    const { data } = read({
      ...twoPixels,
      mode: 1,
      depth: 16,
      channels: 1,
      image: raw(0x12, 0x34, 0xff, 0xfe),
    })
    expect(data).toEqual(Uint16Array.from([0x1234, 0xfffe]))
  })

  test('one bit: a set bit is black', () => {
    const { data } = read({ ...twoPixels, mode: 0, depth: 1, channels: 1, image: raw(0b01000000) })
    expect([...data]).toEqual([255, 0])
  })

  test('indexed, with a transparent color', () => {
    const palette = Buffer.alloc(768)
    palette[1] = 10
    palette[257] = 20
    palette[513] = 30
    const resources = Buffer.from([...Buffer.from('8BIM'), 0x04, 0x17, 0, 0, 0, 0, 0, 2, 0, 0])
    const { data } = read({ ...twoPixels, mode: 2, channels: 1, palette, resources, image: raw(1, 0) })
    expect([...data]).toEqual([10, 20, 30, 255, 0, 0, 0, 0])
  })

  test('CMYK: the stored values are inverted', () => {
    const image = read({ width: 1, height: 1, mode: 4, channels: 4, image: raw(255, 200, 0, 255) })
    expect(image.isCmyk).toBe(true)
    expect([...image.data]).toEqual([0, 55, 255, 0])
  })

  test('transparency of the merged image: the white behind it is removed', () => {
    const image = raw(255, 128, 128, 128)
    const { channels, data } = read({ width: 1, height: 1, mode: 3, channels: 4, layers: -1, image })
    expect([channels, ...data]).toEqual([4, 255, 2, 2, 128])
  })

  test('an extra channel without transparency is a saved selection', () => {
    expect(read({ width: 1, height: 1, mode: 3, channels: 4, image: raw(1, 2, 3, 0) }).channels).toBe(3)
  })

  test('attaches the profile', () => {
    const resources = Buffer.from([...Buffer.from('8BIM'), 0x04, 0x0f, 0, 0, 0, 0, 0, 3, 7, 8, 9, 0])
    expect(read({ ...twoPixels, mode: 1, channels: 1, resources, image: raw(1, 2) }).icc).toEqual(
      Buffer.from([7, 8, 9]),
    )
  })

  test('leaves Lab and floating point to another decoder', () => {
    expect(readPsd(writePsd({ ...twoPixels, mode: 9, channels: 3, image: raw() }), maxPixels)).toBeUndefined()
    expect(
      readPsd(writePsd({ ...twoPixels, mode: 3, depth: 32, channels: 3, image: raw() }), maxPixels),
    ).toBeUndefined()
  })

  test('reports the share of a file that ends early', () => {
    expect(read({ ...twoPixels, mode: 3, channels: 3, image: raw(1, 2, 3) }).readShare).toBe(0.5)
  })

  test('rejects sizes beyond the limit', () => {
    const file = writePsd({ width: 300_000, height: 300_000, mode: 3, channels: 3, image: raw() })
    expect(() => readPsd(file, maxPixels)).toThrow(expect.objectContaining({ code: 'image-too-large' }))
  })

  test('any changed or missing bytes: an image or an error code, nothing else', () => {
    const image = Buffer.from([0, 1, 0, 3, 0, 2, 0, 2, 1, 7, 8, 0xff, 9, 0xff, 5])
    const resources = Buffer.from([...Buffer.from('8BIM'), 0x04, 0x0f, 0, 0, 0, 0, 0, 3, 7, 8, 9, 0])
    const sample = writePsd({ ...twoPixels, mode: 3, channels: 3, resources, image })
    for (let at = 0; at < sample.length; at++) {
      for (const value of [0, 1, 2, 4, 0x7f, 0xff]) {
        const changed = Buffer.from(sample)
        changed[at] = value
        expectImageOrFailure(changed)
      }
      expectImageOrFailure(sample.subarray(0, at))
    }
  })
})

function expectImageOrFailure(file: Buffer): void {
  try {
    const read = readPsd(file, 10_000)
    if (read) expect(read.data.length).toBe(read.width * read.height * read.channels)
  } catch (error) {
    expect(error).toMatchObject({ code: expect.stringMatching(/file-damaged|image-too-large/) })
  }
}
