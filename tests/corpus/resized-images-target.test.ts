/** A maximum file size is never exceeded, for any image and format. */
import { readFile, stat } from 'node:fs/promises'
import type { FormatId } from '@filesmith/contract/formats'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exactDifference, toSharp } from './support/compare-images.ts'
import { type Converter, imagesOnly, startConverter } from './support/converter.ts'
import { drawAnimatedSquare, drawCutFlag, drawFlag, drawPhoto } from './support/images.ts'
import { writeApng } from './support/write-apng.ts'

let converter: Converter

beforeAll(async () => {
  converter = await startConverter(imagesOnly)
})

afterAll(() => converter.close())

const noise = () =>
  sharp({
    create: {
      ...{ width: 150, height: 100, channels: 3, background: 'white' },
      noise: { type: 'gaussian', mean: 128, sigma: 70 },
    },
  })

/** From the most to the least compressible. */
const drawn: Readonly<Record<string, () => Sharp>> = {
  flag: () => toSharp(drawFlag()),
  'cut flag': () => toSharp(drawCutFlag()),
  photo: () => toSharp(drawPhoto(180, 120)),
  noise,
}

async function under(kilobytes: number, input: Buffer, from: FormatId, to: FormatId, options = {}) {
  const result = await converter.processImage({
    ...{ operation: 'resize-image', input, from, to },
    options: { maxKilobytes: kilobytes, ...options },
  })
  const { size } = await stat(result.path)
  return { ...result, size }
}

describe.each(['jpg', 'webp', 'png', 'gif', 'avif', 'tiff', 'bmp', 'ico'] as const)(
  'resize-image: maxKilobytes as %s',
  to => {
    test.each(Object.keys(drawn))('is not exceeded by %s', async name => {
      const input = await (drawn[name] as () => Sharp)().png().toBuffer()
      const kilobytes = name === 'flag' ? 2 : 5
      const { size } = await under(kilobytes, input, 'png', to)
      expect(size).toBeLessThanOrEqual(kilobytes * 1000)
    })
  },
)

test('resize-image: maxKilobytes as jxl, encoded by ImageMagick', async () => {
  const input = await toSharp(drawPhoto(180, 120)).png().toBuffer()
  for (const kilobytes of [6, 2]) {
    const { size } = await under(kilobytes, input, 'png', 'jxl')
    expect(size).toBeLessThanOrEqual(kilobytes * 1000)
    expect(size).toBeGreaterThan(kilobytes * 600)
  }
})

test('resize-image: maxKilobytes as heic, encoded by x265', async () => {
  const input = await toSharp(drawPhoto(180, 120)).png().toBuffer()
  for (const kilobytes of [6, 3]) {
    const { size, path } = await under(kilobytes, input, 'png', 'heic')
    expect(size).toBeLessThanOrEqual(kilobytes * 1000)
    expect(size).toBeGreaterThan(kilobytes * 600)
    const png = await converter.convert({ input: await readFile(path), from: 'heic', to: 'png' })
    expect(await sharp(png).metadata()).toMatchObject({ width: 180, height: 120 })
  }
  const large = await sharp(await noise().png().toBuffer())
    .resize(600, 400)
    .png()
    .toBuffer()
  await expect(under(1, large, 'png', 'heic')).rejects.toThrow('cannot be made smaller than 1 KB as HEIC')
})

test.each(['gif', 'webp', 'apng'] as const)(
  'resize-image: maxKilobytes keeps the frames of an animated %s',
  async to => {
    const frames = [0, 1, 2].map(index => ({ image: drawAnimatedSquare(index), delayMs: 100 }))
    const { size, path } = await under(3, writeApng(frames, 0), 'apng', to, { width: 200 })
    expect(size).toBeLessThanOrEqual(3000)
    if (to !== 'apng') expect((await sharp(path, { animated: true }).metadata()).pages).toBe(3)
  },
)

describe('resize-image: best quality within maxKilobytes', () => {
  test.each(['jpg', 'webp'] as const)('%s nearly uses the limit, without losing pixels', async to => {
    const input = await toSharp(drawPhoto(320, 240)).png().toBuffer()
    const { size, path, notes } = await under(16, input, 'png', to)
    expect(size).toBeGreaterThan(14_400)
    expect(notes).toEqual([])
    expect(await sharp(path).metadata()).toMatchObject({ width: 320, height: 240 })
    const tight = await under(12, input, 'png', to)
    const losses = [path, tight.path].map(one => exactDifference(sharp(one), toSharp(drawPhoto(320, 240))))
    const [little = 0, more = 0] = await Promise.all(losses)
    expect(little).toBeLessThan(more)
  })

  test('a result that fits anyway is the same as without a limit', async () => {
    const input = await toSharp(drawFlag()).png().toBuffer()
    const free = await under(0, input, 'png', 'jpg', { width: 100 })
    const bound = await under(500, input, 'png', 'jpg', { width: 100 })
    expect(bound.size).toBe(free.size)
  })

  test('png reduces colors before pixels and adds a note', async () => {
    const input = await toSharp(drawPhoto(240, 160)).png().toBuffer()
    const colors = await under(30, input, 'png', 'png')
    expect(colors.notes).toEqual([])
    expect((await sharp(colors.path).metadata()).width).toBe(240)
    const pixels = await under(5, input, 'png', 'png')
    const { width, height } = await sharp(pixels.path).metadata()
    expect(width).toBeLessThan(240)
    expect(pixels.notes).toEqual([
      `To meet the file size, the image was scaled down to ${width} × ${height} pixels.`,
    ])
  })
})

test('resize-image: rejects a file size that cannot be reached', async () => {
  const run = under(1, await noise().png().toBuffer(), 'png', 'bmp')
  await expect(run).rejects.toThrow(
    'This image cannot be made smaller than 1 KB as BMP. Please allow a larger file or choose another format.',
  )
})
