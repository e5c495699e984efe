/** Image edits on the server, verified pixel by pixel. */
import { readFile, stat } from 'node:fs/promises'
import { applyColors, colorSteps } from '@filesmith/contract/image-edit/colors'
import { defaultImageEdit, type ImageEdit, imageFilters } from '@filesmith/contract/image-edit/settings'
import { editedOutputs } from '@filesmith/contract/operations/edit-image'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { difference, exactDifference, toSharp } from './support/compare-images.ts'
import { type Converter, type ImageResult, imagesOnly, startConverter } from './support/converter.ts'
import { drawAnimatedSquare, drawCutFlag, drawFlag, drawPhoto, flagSize } from './support/images.ts'
import { writeApng } from './support/write-apng.ts'

let converter: Converter

beforeAll(async () => {
  converter = await startConverter({ ...imagesOnly, maxPixels: 20_000_000 })
})

afterAll(() => converter.close())

afterEach(async () => expect(await converter.leftovers()).toEqual([]))

const flagPng = () => toSharp(drawFlag()).png().toBuffer()

function edit(input: Buffer, options: Partial<ImageEdit> & { quality?: number } = {}): Promise<ImageResult> {
  return converter.processImage({ operation: 'edit-image', input, from: 'png', to: 'png', options })
}

async function pixelAt(path: string, x: number, y: number): Promise<number[]> {
  const area = sharp(path).ensureAlpha().extract({ left: x, top: y, width: 1, height: 1 })
  return [...(await area.raw().toBuffer())]
}

const [orange, blue, green] = [
  [230, 140, 40, 255],
  [30, 60, 200, 255],
  [20, 150, 70, 255],
]

describe('IMG-08 IMG-09 edit-image: flips and rotations', () => {
  test.each<[string, Partial<ImageEdit>, [x: number, y: number], [x: number, y: number]]>([
    ['no change', {}, [5, 5], [150, 110]],
    ['flipHorizontal', { flipHorizontal: true }, [154, 5], [9, 110]],
    ['flipVertical', { flipVertical: true }, [5, 114], [150, 9]],
    ['90° clockwise', { rotate: 90 }, [114, 5], [9, 150]],
    ['180°', { rotate: 180 }, [154, 114], [9, 9]],
    ['90° counterclockwise', { rotate: 270 }, [5, 154], [110, 9]],
    ['flip before rotation', { flipHorizontal: true, rotate: 90 }, [114, 154], [9, 9]],
  ])('%s', async (_, options, blueAt, greenAt) => {
    const { path } = await edit(await flagPng(), options)
    expect(await pixelAt(path, ...blueAt)).toEqual(blue)
    expect(await pixelAt(path, ...greenAt)).toEqual(green)
  })

  test('arbitrary angle: clockwise around the center, corners transparent, or white in a JPEG', async () => {
    const input = await flagPng()
    const { path } = await edit(input, { rotate: 30 })
    // 160 cos 30° + 120 sin 30°, and vice versa.
    expect(await sharp(path).metadata()).toMatchObject({ width: 199, height: 184 })
    expect(await pixelAt(path, 2, 2)).toEqual([0, 0, 0, 0])
    // 50 pixels left of and 40 above the center, rotated by 30 degrees.
    expect(await pixelAt(path, 76, 32)).toEqual(blue)
    expect(await pixelAt(path, 90, 85)).toEqual(orange)
    const jpg = await converter.processImage({
      ...{ operation: 'edit-image', input, from: 'png', to: 'jpg' },
      options: { rotate: 30, filter: 'invert' },
    })
    expect(Math.min(...(await pixelAt(jpg.path, 2, 2)))).toBeGreaterThan(250)
  })

  test('rotating forth and back nearly restores the image', async () => {
    const rotated = await edit(await toSharp(drawPhoto(160, 120)).png().toBuffer(), { rotate: 30 })
    const back = await edit(await sharp(rotated.path).png().toBuffer(), { rotate: 330 })
    const { width, height } = await sharp(back.path).metadata()
    const middle = { left: (width - 160) / 2, top: (height - 120) / 2, width: 160, height: 120 }
    const inner = { left: 4, top: 4, width: 150, height: 110 }
    const cut = sharp(
      await sharp(back.path)
        .extract({ ...middle, left: Math.round(middle.left), top: Math.round(middle.top) })
        .png()
        .toBuffer(),
    )
    const expected = toSharp(drawPhoto(160, 120))
    expect(
      await difference(
        sharp(await cut.extract(inner).png().toBuffer()),
        sharp(await expected.extract(inner).png().toBuffer()),
      ),
    ).toBeLessThan(3)
  })
})

test('IMG-10 IMG-12 edit-image: crop and resize yield the cropped area at its size', async () => {
  const corner = { cropX: 70, cropY: 60, cropWidth: 30, cropHeight: 40 }
  const cut = await edit(await flagPng(), corner)
  const expected = toSharp(drawFlag()).extract({ left: 112, top: 72, width: 48, height: 48 })
  expect(await exactDifference(sharp(cut.path), sharp(await expected.png().toBuffer()))).toBe(0)
  const small = await edit(await flagPng(), { ...corner, resizeWidth: 24 })
  expect(await sharp(small.path).metadata()).toMatchObject({ width: 24, height: 24 })
  expect(await pixelAt(small.path, 12, 12)).toEqual(green)
  const stretched = await edit(await flagPng(), {
    ...{ resizeWidth: 200, resizeHeight: 60, maintainAspectRatio: false },
  })
  expect(await sharp(stretched.path).metadata()).toMatchObject({ width: 200, height: 60 })
})

describe('IMG-06 IMG-11 edit-image: colors match the reference implementation of the contract', () => {
  const photo = drawPhoto(64, 48)
  test.each(imageFilters)('%s with brightness, contrast and saturation changed', async filter => {
    const change = { filter, brightness: 115, contrast: 130, saturation: 70 }
    const { path } = await edit(await toSharp(photo).png().toBuffer(), change)
    const expected = await toSharp(photo).ensureAlpha().raw().toBuffer()
    applyColors(expected, colorSteps({ ...defaultImageEdit, ...change }))
    expect((await sharp(path).ensureAlpha().raw().toBuffer()).equals(expected)).toBe(true)
  })
})

describe('IMG-07 edit-image: blur', () => {
  /** Black on the left, white on the right. */
  const edge = async (width: number) => {
    const data = Buffer.from(
      Array.from({ length: width * 20 }, (_, index) => (index % width < width / 2 ? 0 : 255)),
    )
    return sharp(data, { raw: { width, height: 20, channels: 1 } })
      .toColourspace('srgb')
      .png()
      .toBuffer()
  }

  test.each([
    ['narrow', 200, 10, 2],
    ['wide', 1600, 10, 16],
  ])('%s is a Gaussian of the specified sigma', async (_, width, blur, sigma) => {
    const { path } = await edit(await edge(width), { blur })
    const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true })
    const row = (x: number) => data[(10 * info.width + x) * info.channels] as number
    for (const distance of [-2, -1, -0.5, 0.5, 1, 2]) {
      const x = Math.round(width / 2 + distance * sigma)
      expect(Math.abs(row(x) - 255 * normalPart((x + 0.5 - width / 2) / sigma))).toBeLessThan(3)
    }
    // Edge pixels are extended beyond the image.
    expect([row(0), row(width - 1)]).toEqual([0, 255])
  })

  test('transparent pixels do not darken their neighbors', async () => {
    const data = Buffer.alloc(100 * 20 * 4)
    for (let at = 0; at < data.length; at += 4) if ((at / 4) % 100 >= 50) data.set([200, 100, 50, 255], at)
    const input = await sharp(data, { raw: { width: 100, height: 20, channels: 4 } })
      .png()
      .toBuffer()
    const { path } = await edit(input, { blur: 10, resizeWidth: 400 })
    const [red = 0, , , alpha = 0] = await pixelAt(path, 200, 40)
    expect(alpha).toBeGreaterThan(100)
    expect(alpha).toBeLessThan(160)
    expect(Math.abs(red - 200)).toBeLessThan(6)
  })

  /** Normal cumulative distribution by numeric integration. */
  function normalPart(value: number): number {
    let sum = 0
    for (let at = -8; at < value; at += 0.001) sum += Math.exp(-(at ** 2) / 2)
    return (sum * 0.001) / Math.sqrt(2 * Math.PI)
  }
})

describe('IMG-15 edit-image: output formats', () => {
  test.each(editedOutputs)('%s has the edit applied', async to => {
    const input = await flagPng()
    const work = { operation: 'edit-image', input, from: 'png', to } as const
    const { path } = await converter.processImage({ ...work, options: { filter: 'invert', quality: 95 } })
    expect(await difference(sharp(path), toSharp(drawFlag()).negate())).toBeLessThan(3)
    expect((await sharp(path).metadata()).hasAlpha).toBe(false)
  })

  test.each(['jpg', 'webp', 'avif'] as const)('%s is smaller at lower quality', async to => {
    const input = await toSharp(drawPhoto(200, 150)).png().toBuffer()
    const sizes: number[] = []
    for (const quality of [95, 60, 10]) {
      const { path } = await converter.processImage({
        operation: 'edit-image',
        input,
        from: 'png',
        to,
        options: { quality },
      })
      sizes.push((await stat(path)).size)
    }
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
    expect(new Set(sizes).size).toBe(3)
  })

  test('keeps transparency', async () => {
    const { path } = await edit(await toSharp(drawCutFlag()).png().toBuffer(), { brightness: 50 })
    expect((await pixelAt(path, 8, 8))[3]).toBe(0)
    expect(await pixelAt(path, 60, 80)).toEqual([125, 125, 125, 128])
  })
})

describe('edit-image: inputs', () => {
  test.each([3, 6, 8])('applies EXIF orientation %i before the edit', async orientation => {
    const input = await toSharp(drawFlag()).jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer()
    const work = { operation: 'edit-image', input, from: 'jpg', to: 'png' } as const
    const { path } = await converter.processImage({ ...work, options: { cropWidth: 50 } })
    const upright = await sharp(input).autoOrient().toBuffer({ resolveWithObject: true })
    const half = { left: 0, top: 0, width: upright.info.width / 2, height: upright.info.height }
    expect(
      await difference(sharp(path), sharp(await sharp(upright.data).extract(half).png().toBuffer())),
    ).toBeLessThan(2)
  })

  test('converts profiles to sRGB', async () => {
    const input = await toSharp(drawFlag()).withIccProfile('p3').png().toBuffer()
    const { path } = await edit(input)
    expect((await sharp(path).metadata()).icc).toBeUndefined()
    expect(await exactDifference(sharp(path), toSharp(drawFlag()))).toBeLessThan(2)
  })

  test('edits the first frame of an animation and adds a note', async () => {
    const frames = [0, 1].map(index => ({ image: drawAnimatedSquare(index), delayMs: 100 }))
    const work = { operation: 'edit-image', from: 'apng', to: 'png' } as const
    const { path, notes } = await converter.processImage({ ...work, input: writeApng(frames, 0) })
    expect(notes).toEqual(['This image is animated; its first frame was used.'])
    expect(await difference(sharp(path), toSharp(drawAnimatedSquare(0)))).toBeLessThan(1)
    expect((await edit(await flagPng())).notes).toEqual([])
  })

  test('decodes with ImageMagick what sharp cannot read', async () => {
    const bmp = await converter.convert({ input: await flagPng(), from: 'png', to: 'bmp' })
    const input = await readFile(bmp)
    const work = { operation: 'edit-image', input, from: 'bmp', to: 'webp' } as const
    const { path } = await converter.processImage({ ...work, options: { rotate: 90 } })
    expect(await sharp(path).metadata()).toMatchObject({ format: 'webp', width: flagSize.height })
  })
})

describe('edit-image: rejections', () => {
  test('a damaged file, after which the next job works', async () => {
    const complete = await toSharp(drawPhoto(200, 150)).png().toBuffer()
    const run = edit(complete.subarray(0, 40), { rotate: 10 })
    await expect(run).rejects.toMatchObject({ code: 'file-damaged' })
    await edit(complete)
  })

  test('a result with too many pixels', async () => {
    const run = edit(await flagPng(), { resizeWidth: 16_000, maintainAspectRatio: true })
    await expect(run).rejects.toThrow('The result would be 16000 × 12000 pixels.')
  })

  test('canceling stops the job', async () => {
    const input = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const cancel = new AbortController()
    const run = converter.processImage({
      ...{ operation: 'edit-image', input, from: 'png', to: 'avif', options: { rotate: 12, blur: 5 } },
      signal: cancel.signal,
      onProgress: ({ stage }) => stage === 'decode' && cancel.abort(),
    })
    await expect(run).rejects.toMatchObject({ code: 'cancelled' })
  })
})
