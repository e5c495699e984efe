/** Conversions of animated images keep frames, delays and loop count. */
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { difference, toSharp } from './support/compare-images.ts'
import { type Converter, imagesOnly, startConverter } from './support/converter.ts'
import { drawAnimatedSquare, type Image } from './support/images.ts'
import { writeApng } from './support/write-apng.ts'

let converter: Converter

beforeAll(async () => {
  converter = await startConverter(imagesOnly)
})

afterAll(() => converter.close())

const delays = [100, 250, 400]
const frames = delays.map((_, index) => drawAnimatedSquare(index))
const loop = 3

function strip(): Sharp {
  const { width, height } = frames[0] as Image
  const raw = { width, height: height * frames.length, channels: 4, pageHeight: height } as const
  return sharp(Buffer.concat(frames.map(frame => frame.data)), { raw })
}

const timing = { delay: delays, loop }

const inputs = {
  gif: () => strip().gif(timing).toBuffer(),
  webp: () =>
    strip()
      .webp({ ...timing, lossless: true })
      .toBuffer(),
  apng: async () =>
    writeApng(
      frames.map((image, index) => ({ image, delayMs: delays[index] as number })),
      loop,
    ),
}

describe.each(['gif', 'webp', 'apng'] as const)('convert-image: animated %s', from => {
  test.each(['gif', 'webp'] as const)('to %s keeps every frame, delay and the loop count', async to => {
    const path = await converter.convert({ input: await inputs[from](), from, to, quality: 'high' })
    expect(await sharp(path, { animated: true }).metadata()).toMatchObject({ pages: 3, delay: delays, loop })
    for (const [index, frame] of frames.entries()) {
      expect(await difference(sharp(path, { page: index }), toSharp(frame))).toBeLessThan(4)
    }
  })

  test.each(['png', 'jpg', 'tiff'] as const)('to %s takes the first frame', async to => {
    const path = await converter.convert({ input: await inputs[from](), from, to, quality: 'high' })
    expect((await sharp(path).metadata()).pages ?? 1).toBe(1)
    expect(await difference(sharp(path), toSharp(frames[0] as Image))).toBeLessThan(4)
  })
})

describe('convert-image: APNG dispose and blend operations', () => {
  const block = (width: number, height: number, [red, green, blue, alpha]: number[]): Image => ({
    width,
    height,
    channels: 4,
    data: Buffer.from(
      Array.from({ length: width * height }, () => [red, green, blue, alpha]).flat() as number[],
    ),
  })
  const red = [255, 0, 0, 255]
  const green = [0, 255, 0, 255]
  const clear = [0, 0, 0, 0]
  const background = { image: block(16, 16, red), delayMs: 50 }

  async function pixel(input: Buffer, page: number, x: number, y: number): Promise<number[]> {
    const path = await converter.convert({ input, from: 'apng', to: 'webp', quality: 'high' })
    const area = sharp(path, { page }).ensureAlpha().extract({ left: x, top: y, width: 1, height: 1 })
    return [...(await area.raw().toBuffer())].map(value => (value < 60 ? 0 : value > 195 ? 255 : value))
  }

  test('draws a small frame at its offset over the previous canvas', async () => {
    const apng = writeApng([background, { image: block(8, 8, green), delayMs: 50, x: 8, y: 8 }], 0)
    expect(await pixel(apng, 1, 12, 12)).toEqual(green)
    expect(await pixel(apng, 1, 3, 3)).toEqual(red)
  })

  test('dispose background clears the area of the frame', async () => {
    const corner = { image: block(8, 8, green), delayMs: 50, x: 8, y: 8, dispose: 1 as const }
    const last = { image: block(4, 4, green), delayMs: 60, blend: 1 as const }
    expect(await pixel(writeApng([background, corner, last], 0), 2, 12, 12)).toEqual(clear)
  })

  test('dispose previous restores the canvas before the frame', async () => {
    const corner = { image: block(8, 8, green), delayMs: 50, x: 8, y: 8, dispose: 2 as const }
    const last = { image: block(4, 4, green), delayMs: 60, blend: 1 as const }
    expect(await pixel(writeApng([background, corner, last], 0), 2, 12, 12)).toEqual(red)
  })

  test('blend over keeps pixels below transparent ones, blend source replaces them', async () => {
    const overlay = { image: block(16, 16, clear), delayMs: 50 }
    const marked = { image: block(4, 4, green), delayMs: 60, blend: 1 as const }
    expect(await pixel(writeApng([background, { ...overlay, blend: 1 }, marked], 0), 1, 12, 12)).toEqual(red)
    expect(await pixel(writeApng([background, { ...overlay, blend: 0 }, marked], 0), 1, 12, 12)).toEqual(
      clear,
    )
  })

  test('rejects a frame outside the canvas with file-damaged', async () => {
    const outside = { image: block(8, 8, green), delayMs: 50, x: 12, y: 12 }
    const run = converter.convert({ input: writeApng([background, outside], 0), from: 'apng', to: 'gif' })
    await expect(run).rejects.toMatchObject({ code: 'file-damaged' })
  })
})
