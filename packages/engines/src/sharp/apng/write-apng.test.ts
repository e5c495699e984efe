import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Frames } from '../resize/frames.ts'
import { drawFrames } from './draw-frames.ts'
import { readApng } from './read-apng.ts'
import { writeApng } from './write-apng.ts'

const [width, height] = [48, 32]

/** A half-transparent square that moves over noise, and a frame without changes. */
function drawAnimation(): Frames {
  const offsets = [0, 6, 6, 14]
  const frames = offsets.map(offset => {
    const data = Buffer.alloc(width * height * 4)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const isSquare = x >= offset && x < offset + 6 && y >= 4 && y < 10
        data.set(isSquare ? [250, 250, 0, 128] : [x * 5, grain(x, y), 90, 255], (y * width + x) * 4)
      }
    return data
  })
  return { data: Buffer.concat(frames), width, height, delays: [100, 40, 250, 1000], loop: 2 }
}

/** Deterministic pseudo-random noise. */
function grain(x: number, y: number): number {
  const mixed = Math.imul(x * 73 + y * 151 + 7, 0x9e37_79b1)
  return (Math.imul(mixed ^ (mixed >>> 15), 0x85eb_ca6b) >>> 20) & 255
}

describe('writeApng', () => {
  test('round-trips every frame with its delay and the loop count', async () => {
    const frames = drawAnimation()
    const apng = readApng(await writeApng(frames))
    expect(apng).toMatchObject({ width, height, loop: 2 })
    expect(apng.frames.map(({ delayMs }) => delayMs)).toEqual(frames.delays)
    expect((await drawFrames(apng, () => {})).equals(frames.data)).toBe(true)
  })

  test('stores only the changed area of each frame', async () => {
    const [first, second, third] = readApng(await writeApng(drawAnimation())).frames
    expect(first).toMatchObject({ x: 0, y: 0, width, height })
    expect(second).toMatchObject({ x: 0, y: 4, width: 12, height: 6 })
    expect(third).toMatchObject({ width: 1, height: 1 })
  })

  test('viewers without animation support show the first frame', async () => {
    const frames = drawAnimation()
    const shown = await sharp(await writeApng(frames))
      .ensureAlpha()
      .raw()
      .toBuffer()
    expect(shown.equals(frames.data.subarray(0, width * height * 4))).toBe(true)
  })

  test('is smaller with a palette and stays close to the original', async () => {
    const frames = drawAnimation()
    const [whole, few] = [await writeApng(frames), await writeApng(frames, { colors: 16 })]
    expect(few.length).toBeLessThan(whole.length)
    const drawn = await drawFrames(readApng(few), () => {})
    const mean =
      drawn.reduce((sum, value, at) => sum + Math.abs(value - (frames.data[at] ?? 0)), 0) / drawn.length
    expect(mean).toBeLessThan(20)
    const colors = new Set(Array.from({ length: drawn.length / 4 }, (_, at) => drawn.readUInt32LE(at * 4)))
    expect(colors.size).toBeLessThanOrEqual(16)
  })
})
