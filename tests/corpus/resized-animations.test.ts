/** Resized animations keep every frame, delay and the loop count. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawFrames } from '../../packages/engines/src/sharp/apng/draw-frames.ts'
import { readApng } from '../../packages/engines/src/sharp/apng/read-apng.ts'
import { difference, toSharp } from './support/compare-images.ts'
import { drawAnimatedSquare, type Image } from './support/images.ts'
import { openResizeHarness } from './support/resize-harness.ts'
import { writeApng } from './support/write-apng.ts'

const { resize } = openResizeHarness()

describe('resize-image: animations keep frames, delays and loop count', () => {
  const delays = [100, 250, 400]
  const frames = delays.map((_, index) => drawAnimatedSquare(index))
  const loop = 3
  const inputs = {
    gif: () => strip().gif({ delay: delays, loop }).toBuffer(),
    webp: () => strip().webp({ delay: delays, loop, lossless: true }).toBuffer(),
    apng: async () =>
      writeApng(
        frames.map((image, index) => ({ image, delayMs: delays[index] as number })),
        loop,
      ),
  }

  function strip() {
    const { width, height } = frames[0] as Image
    const raw = { width, height: height * frames.length, channels: 4, pageHeight: height } as const
    return sharp(Buffer.concat(frames.map(frame => frame.data)), { raw })
  }

  test.each([
    ['gif', 24, 16],
    ['webp', 24, 16],
    ['gif', 96, 64],
  ] as const)('%s at %i × %i', async (format, width, height) => {
    const { path } = await resize(await inputs[format](), { width }, { from: format })
    expect(await sharp(path, { animated: true }).metadata()).toMatchObject({
      ...{ pages: 3, delay: delays, loop, width, pageHeight: height },
    })
    for (const [index, frame] of frames.entries()) {
      const expected = await toSharp(frame).resize(width, height).png().toBuffer()
      expect(await difference(sharp(path, { page: index }), sharp(expected))).toBeLessThan(6)
    }
  })

  test('apng, cropped to a square', async () => {
    const { path } = await resize(
      await inputs.apng(),
      { mode: 'fill', width: 16, height: 16 },
      { from: 'apng' },
    )
    const apng = readApng(await readFile(path))
    expect(apng).toMatchObject({ width: 16, height: 16, loop })
    expect(apng.frames.map(({ delayMs }) => delayMs)).toEqual(delays)
    const drawn = await drawFrames(apng, () => {})
    for (const [index, frame] of frames.entries()) {
      const raw = { width: 16, height: 16, channels: 4 } as const
      const shown = sharp(drawn.subarray(index * 1024, (index + 1) * 1024), { raw })
      const square = await toSharp(frame).extract({ left: 8, top: 0, width: 32, height: 32 }).png().toBuffer()
      expect(
        await difference(shown, sharp(await sharp(square).resize(16, 16).png().toBuffer())),
      ).toBeLessThan(6)
    }
  })

  test('a still format takes the first frame and adds a note', async () => {
    const { path, notes } = await resize(await inputs.webp(), { width: 24 }, { from: 'webp', to: 'jpg' })
    expect(notes).toEqual(['This image is animated; its first frame was used.'])
    expect((await sharp(path).metadata()).pages ?? 1).toBe(1)
  })

  test('keeps unchanged frames', async () => {
    const same = { ...frames[0], data: (frames[0] as Image).data } as Image
    const input = writeApng(
      [0, 1, 2].map(() => ({ image: same, delayMs: 100 })),
      0,
    )
    const { path } = await resize(input, { width: 24 }, { from: 'apng', to: 'gif' })
    expect(await sharp(path, { animated: true }).metadata()).toMatchObject({
      pages: 3,
      delay: [100, 100, 100],
    })
  })
})
