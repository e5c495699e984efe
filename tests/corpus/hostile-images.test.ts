/** Damaged and oversized images are rejected with the right code while engines keep running. Exfiltration: see hostile/. */
import { stat } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import type { FormatId } from '@filesmith/contract/formats'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { writeQoi } from '../../packages/engines/src/sharp/write-qoi.ts'
import { toSharp } from './support/compare-images.ts'
import { type Converter, imagesOnly, startConverter } from './support/converter.ts'
import { drawFlag, drawPhoto } from './support/images.ts'

let converter: Converter

beforeAll(async () => {
  converter = await startConverter({ ...imagesOnly, maxPixels: 20_000_000, maxAnimationPixels: 3_000_000 })
})

afterAll(() => converter.close())

/** After every test the engines must still work and leave no partial files. */
afterEach(async () => {
  const input = await toSharp(drawFlag()).png().toBuffer()
  await converter.convert({ input, from: 'png', to: 'webp' })
  expect(await converter.leftovers()).toEqual([])
})

function codeOf(input: Buffer | string, from: FormatId, to: FormatId = 'png'): Promise<string> {
  return converter.convert({ input, from, to }).then(
    () => 'converted',
    error => error.code,
  )
}

function chunk(type: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), body])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length, 0)
  frame.writeUInt32BE(crc32(typed), 4)
  return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)])
}

/** Decompression bomb: 1 bit per pixel, all zero, a few kilobytes that expand to gigabytes. */
function pixelBomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const data = deflateSync(Buffer.alloc((side / 8 + 1) * side))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('convert-image: resource exhaustion', () => {
  test('rejects a decompression bomb by its header', async () => {
    const run = converter.convert({ input: pixelBomb(8000), from: 'png', to: 'jpg' })
    await expect(run).rejects.toThrow('This image has too many pixels. The maximum is 20 megapixels.')
  })

  test('rejects it in ImageMagick, too', async () => {
    expect(await codeOf(pixelBomb(8000), 'png', 'jxl')).toBe('image-too-large')
  })

  test('rejects an animation with too many pixels', async () => {
    // Shades that differ enough for the encoder to keep every frame.
    const shades = Array.from({ length: 20 }, (_, frame) => Buffer.alloc(400 * 400 * 3, frame * 12))
    const raw = { width: 400, height: 400 * 20, channels: 3, pageHeight: 400 } as const
    const input = await sharp(Buffer.concat(shades), { raw }).gif({ keepDuplicateFrames: true }).toBuffer()
    expect(await codeOf(input, 'gif', 'webp')).toBe('too-many-frames')
    expect(await codeOf(input, 'gif', 'png')).toBe('converted')
  })

  test('rejects an image with a side beyond the limit of the target format', async () => {
    const long = sharp({ create: { width: 20_000, height: 2, channels: 3, background: 'red' } })
    const run = converter.convert({ input: await long.png().toBuffer(), from: 'png', to: 'webp' })
    await expect(run).rejects.toThrow(
      'This image is too large for WEBP. The maximum is 16383 pixels per side.',
    )
  })

  test('rejects exponential entity expansion (billion laughs)', async () => {
    const entities = Array.from(
      { length: 12 },
      (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`,
    ).join('')
    const svg = `<!DOCTYPE svg [<!ENTITY e0 "ha">${entities}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&e12;</text></svg>`
    expect(await codeOf(svg, 'svg')).toBe('file-damaged')
  })
})

describe('convert-image: damaged input', () => {
  test.each(['jpg', 'png', 'gif', 'webp', 'avif'] as const)(
    'converts a truncated %s as far as it goes, with a note',
    async format => {
      const complete = await toSharp(drawPhoto(300, 200))[format === 'jpg' ? 'jpeg' : format]().toBuffer()
      const { notes, path } = await converter.processImage({
        operation: 'convert-image',
        input: complete.subarray(0, complete.length / 2),
        from: format,
        to: 'bmp',
      })
      expect(notes).toEqual(['This image is damaged: parts of it could not be read.'])
      expect((await stat(path)).size).toBeGreaterThan(300 * 200 * 3)
    },
  )

  test('rejects a truncated TIFF with its index at the end, of which nothing can be read', async () => {
    const complete = await toSharp(drawPhoto(300, 200)).tiff().toBuffer()
    const input = complete.subarray(0, complete.length / 2)
    await expect(converter.convert({ input, from: 'tiff', to: 'webp' })).rejects.toMatchObject({
      code: 'file-damaged',
      status: 422,
    })
  })

  test.each(['bmp', 'heic', 'ico', 'psd', 'jxl'] as const)(
    'rejects garbage with the signature of %s',
    async format => {
      const head = {
        bmp: 'BM',
        heic: '\0\0\0\x18ftypheic',
        ico: '\0\0\x01\0\x01\0',
        psd: '8BPS\0\x01',
        jxl: '\xff\x0a',
      }
      const input = Buffer.concat([Buffer.from(head[format], 'latin1'), drawPhoto(20, 20).data])
      expect(await codeOf(input, format)).toMatch(/file-damaged|image-too-large|needs-too-much-memory/)
    },
  )

  test('converts a QOI truncated in its pixels, and rejects one truncated in its header', async () => {
    const { data, width, height } = drawPhoto(300, 200)
    const complete = writeQoi({ data, width, height }, 3)
    const convert = (bytes: number) =>
      converter.processImage({
        operation: 'convert-image',
        input: Buffer.from(complete.subarray(0, bytes)),
        from: 'qoi',
        to: 'webp',
      })
    const { notes } = await convert(Math.floor(complete.length / 2))
    expect(notes).toEqual(['This image is damaged: parts of it could not be read.'])
    await expect(convert(10)).rejects.toThrow('This QOI file is damaged or incomplete and cannot be read.')
  })

  test.each([
    [65_535, 65_535],
    [4_294_967_295, 4_294_967_295],
  ])('rejects a QOI that declares %i by %i pixels', async (width, height) => {
    const input = Buffer.alloc(100)
    input.write('qoif')
    input.writeUInt32BE(width, 4)
    input.writeUInt32BE(height, 8)
    input[12] = 4
    expect(await codeOf(input, 'qoi')).toBe('image-too-large')
  })

  test('rejects text declared as an image', async () => {
    for (const format of ['png', 'jpg', 'svg', 'bmp', 'psd'] as const) {
      expect(await codeOf('just words\n'.repeat(50), format)).toBe('file-damaged')
    }
  })

  test('rejects an empty file', async () => {
    expect(await codeOf('', 'png')).toBe('file-damaged')
  })

  test('takes the still image of an AVIF with the brand of sequences', async () => {
    const moving = await sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))
      .avif()
      .toBuffer()
    moving.write('avis', 8, 'latin1')
    moving.write('avis', 16, 'latin1')
    expect(await codeOf(moving, 'avif')).toBe('converted')
  })

  test('rejects an animated AVIF without a frame that can be read as unsupported-variant, not as damaged', async () => {
    const header = Buffer.from('\0\0\0\x18ftypavis\0\0\0\0avismsf1', 'latin1')
    const movie = Buffer.from('\0\0\0\x08moov', 'latin1')
    expect(await codeOf(Buffer.concat([header, movie]), 'avif')).toBe('unsupported-variant')
  })

  test('never runs MVG or PostScript in disguise (ImageTragick)', async () => {
    expect(
      await codeOf('push graphic-context\nimage over 0,0 0,0 "https://example.com/x.png"\n', 'bmp'),
    ).toBe('file-damaged')
    expect(await codeOf('%!PS-Adobe-3.0\n(/etc/passwd) (r) file\n', 'psd')).toBe('file-damaged')
  })
})
