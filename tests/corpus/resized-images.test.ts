/** Resized images have the requested size and match a reference. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { difference, toSharp } from './support/compare-images.ts'
import { drawAnimatedSquare, drawCutFlag, drawFlag, drawPhoto, flagSvg } from './support/images.ts'
import { openResizeHarness } from './support/resize-harness.ts'
import { writeApng } from './support/write-apng.ts'

const harness = openResizeHarness()
const { resize } = harness

const flagPng = () => toSharp(drawFlag()).png().toBuffer()

describe('resize-image: modes', () => {
  test.each([
    ['fit', { width: 80, height: 80 }, 80, 60],
    ['fit, larger', { width: 320, height: 900 }, 320, 240],
    ['width alone', { width: 40 }, 40, 30],
    ['aspect ratio not kept', { width: 50, height: 100, maintainAspectRatio: false }, 50, 100],
    ['exact', { mode: 'exact', width: 200, height: 60 }, 200, 60],
    ['percentage', { mode: 'percentage', percent: 25 }, 40, 30],
    ['no size at all', { width: 0, height: 'abc' }, 160, 120],
  ])('%s: the whole image at the requested size', async (_, options, width, height) => {
    const { path } = await resize(await flagPng(), options)
    expect(await sharp(path).metadata()).toMatchObject({ format: 'png', width, height })
    const expected = await toSharp(drawFlag()).resize(width, height, { fit: 'fill' }).png().toBuffer()
    expect(await difference(sharp(path), sharp(expected))).toBeLessThan(3)
  })

  test('fill crops both sides equally', async () => {
    const { path } = await resize(await flagPng(), { mode: 'fill', width: 60, height: 60 })
    const middle = { left: 20, top: 0, width: 120, height: 120 }
    const cut = sharp(await toSharp(drawFlag()).extract(middle).png().toBuffer()).resize(60, 60)
    expect(await difference(sharp(path), sharp(await cut.png().toBuffer()))).toBeLessThan(3)
  })

  test('smart crop keeps the most salient area', async () => {
    const busy = toSharp(drawPhoto(60, 60)).composite([])
    const canvas = { create: { width: 400, height: 100, channels: 3 as const, background: '#707070' } }
    const input = await sharp(canvas)
      .composite([{ input: await busy.modulate({ saturation: 3 }).png().toBuffer(), left: 330, top: 20 }])
      .png()
      .toBuffer()
    const redness = async (isSmartCrop: boolean) => {
      const { path } = await resize(input, { mode: 'fill', width: 100, height: 100, isSmartCrop })
      const { channels } = await sharp(path).stats()
      return channels.reduce((sum, { stdev }) => sum + stdev, 0)
    }
    expect(await redness(false)).toBeLessThan(2)
    expect(await redness(true)).toBeGreaterThan(30)
  })
})

describe('resize-image: preserves', () => {
  test.each([2, 6, 8])('EXIF orientation %i by applying it', async orientation => {
    const input = await toSharp(drawFlag()).jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer()
    const { path } = await resize(input, { width: 60, height: 60 }, { from: 'jpg' })
    const upright = await sharp(input).autoOrient().toBuffer()
    const expected = await sharp(upright).resize(60, 60, { fit: 'inside' }).png().toBuffer()
    expect((await sharp(path).metadata()).orientation).toBeUndefined()
    expect(await difference(sharp(path), sharp(expected))).toBeLessThan(4)
  })

  test('brightness of fine patterns (linear light)', async () => {
    const board = Buffer.from(
      Array.from({ length: 400 * 400 }, (_, at) => (((at % 400) + Math.floor(at / 400)) % 2) * 255),
    )
    const input = await sharp(board, { raw: { width: 400, height: 400, channels: 1 } })
      .png()
      .toBuffer()
    const { path } = await resize(input, { width: 50 })
    const stats = await sharp(path).stats()
    expect(Math.abs((stats.channels[0]?.mean ?? 0) - 188)).toBeLessThan(3)
  })

  test('colors next to transparent areas', async () => {
    const { path } = await resize(await toSharp(drawCutFlag()).png().toBuffer(), { width: 41 })
    const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
    ]
    expect(at(2, 2)[3]).toBe(0)
    // Next to the removed corner: orange at any alpha.
    const [red = 0, green = 0, blue = 0, alpha = 0] = at(16, 4)
    expect(alpha).toBeGreaterThan(10)
    expect(Math.hypot(red - 230, green - 140, blue - 40)).toBeLessThan(12)
  })

  test('gray, its alpha, and 16 bits per channel', async () => {
    const gray = await toSharp(drawCutFlag()).toColourspace('b-w').png().toBuffer()
    const small = sharp((await resize(gray, { width: 40 })).path)
    expect(await small.metadata()).toMatchObject({ channels: 2, hasAlpha: true })
    const expected = await sharp(gray).resize(40).png().toBuffer()
    expect(await difference(small, sharp(expected))).toBeLessThan(4)
    const deep = await toSharp(drawFlag()).toColourspace('rgb16').png().toBuffer()
    const { path } = await resize(deep, { width: 40 })
    expect((await sharp(path).metadata()).depth).toBe('ushort')
    expect(await difference(sharp(path), toSharp(drawFlag()).resize(40))).toBeLessThan(3)
  })

  test('a wide-gamut profile', async () => {
    const input = await toSharp(drawFlag()).withIccProfile('p3').png().toBuffer()
    const { path } = await resize(input, { width: 80 })
    expect((await sharp(path).metadata()).icc).toBeDefined()
    const displayed = await sharp(path).toColourspace('srgb').png().toBuffer()
    expect(await difference(sharp(displayed), toSharp(drawFlag()).resize(80))).toBeLessThan(4)
  })

  test('privacy: EXIF data is removed', async () => {
    const input = await toSharp(drawFlag())
      .jpeg()
      .withExif({ IFD0: { Artist: 'Secretville' } })
      .toBuffer()
    const { path } = await resize(input, { width: 80 }, { from: 'jpg' })
    expect((await readFile(path)).toString('latin1')).not.toContain('Secretville')
  })

  test('sharpness of SVG, which is rendered at the target size', async () => {
    const { path } = await resize(flagSvg(), { width: 1600 }, { from: 'svg', to: 'png' })
    const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 1600, height: 1200 })
    // The blue corner ends sharply after 640 pixels.
    const red = (x: number) => data[(100 * info.width + x) * info.channels]
    expect([red(637), red(642)]).toEqual([30, 230])
  })
})

test.each(['jpg', 'webp', 'gif', 'tiff', 'avif', 'bmp', 'ico', 'jxl', 'qoi'] as const)(
  'resize-image: keeps the format of %s',
  async format => {
    const input = await readFile(
      await harness.converter.convert({ input: await flagPng(), from: 'png', to: format, quality: 'high' }),
    )
    const { path } = await resize(input, { width: 80 }, { from: format })
    const png = ['bmp', 'ico', 'jxl', 'qoi'].includes(format)
      ? await harness.converter.convert({ input: await readFile(path), from: format, to: 'png' })
      : path
    const expected = await toSharp(drawFlag()).resize(80, 60).png().toBuffer()
    const displayed = sharp(await sharp(png).png().toBuffer())
    // Icons are square.
    const area = { left: 0, top: format === 'ico' ? 10 : 0, width: 80, height: 60 }
    expect(
      await difference(sharp(await displayed.extract(area).png().toBuffer()), sharp(expected)),
    ).toBeLessThan(5)
  },
)

describe('resize-image: rejections', () => {
  test('a damaged file, of which nothing can be read', async () => {
    const complete = await toSharp(drawPhoto(300, 200)).tiff().toBuffer()
    const run = resize(complete.subarray(0, complete.length / 2), { width: 50 }, { from: 'tiff' })
    await expect(run).rejects.toMatchObject({ code: 'file-damaged' })
  })

  test('a result with too many pixels or too long a side', async () => {
    await expect(resize(await flagPng(), { width: 10_000 })).rejects.toThrow(
      'The result would be 10000 × 7500 pixels. The maximum is 20 megapixels and 16383 pixels per side.',
    )
    const line = await sharp({ create: { width: 4000, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    await expect(resize(line, { mode: 'percentage', percent: 1000 })).rejects.toMatchObject({
      code: 'resized-too-large',
    })
  })

  test('an animation that would become too large', async () => {
    const input = writeApng(
      [0, 1].map(index => ({ image: drawAnimatedSquare(index), delayMs: 50 })),
      0,
    )
    const run = resize(input, { width: 3000 }, { from: 'apng' })
    await expect(run).rejects.toMatchObject({ code: 'too-many-frames' })
  })

  test('canceling stops the job', async () => {
    const input = await toSharp(drawPhoto(2400, 1800)).jpeg({ quality: 70 }).toBuffer()
    const cancel = new AbortController()
    const run = harness.converter.processImage({
      ...{
        operation: 'resize-image',
        input,
        from: 'jpg',
        to: 'avif',
        options: { width: 2000, maxKilobytes: 40 },
      },
      signal: cancel.signal,
      onProgress: ({ stage }) => stage === 'resize' && cancel.abort(),
    })
    await expect(run).rejects.toMatchObject({ code: 'cancelled' })
  })
})

test('resize-image: limits an icon to 256 pixels and adds a note', async () => {
  const input = await readFile(
    await harness.converter.convert({ input: await flagPng(), from: 'png', to: 'ico' }),
  )
  const { notes } = await resize(input, { width: 800, height: 600 }, { from: 'ico' })
  expect(notes).toEqual(['Icons are at most 256 pixels per side, so this one is 256 × 256 pixels.'])
})
