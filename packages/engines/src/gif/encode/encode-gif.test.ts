import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultEffort } from '../search/efforts.ts'
import { encodeGif } from './encode-gif.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encode-gif-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Pseudo-random, the same in every run. */
function createRandom(seed = 1): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Rgba = readonly [number, number, number, number]

function frame(width: number, height: number, colorAt: (x: number, y: number) => Rgba): Buffer {
  const pixels = Buffer.alloc(width * height * 4)
  for (let at = 0; at < width * height; at += 1)
    pixels.set(colorAt(at % width, Math.floor(at / width)), at * 4)
  return pixels
}

interface Options {
  readonly lossy?: number
  readonly colors?: number
  readonly hasAlpha?: boolean
  readonly isSlideshow?: boolean
  readonly plays?: number
}

async function encode(frames: readonly Buffer[], width: number, height: number, options: Options = {}) {
  const { lossy = 0, colors = 256, hasAlpha = false, isSlideshow = false, plays = 0 } = options
  let reads = 0
  async function* read() {
    for (const each of frames) {
      reads += 1
      yield each
    }
  }
  const job = {
    ...{ hasAlpha, isSlideshow, plays, workFolder: folder, resultName: 'result' },
    delays: frames.map(() => 10),
    target: { width, height },
    effort: { ...defaultEffort('medium'), gif: { holdBelow: 0, colors, lossy } },
  }
  await encodeGif(job, read(), () => {})
  const path = join(folder, 'result')
  const { delay = [], loop, pages = 1 } = await sharp(path, { animated: true }).metadata()
  const shown: Buffer[] = []
  for (let page = 0; page < pages; page += 1)
    shown.push(await sharp(path, { page }).ensureAlpha().raw().toBuffer())
  return { reads, delay, loop, shown }
}

/** Mean squared distances of two images would hide single wrong pixels. */
function largestDistance(one: Buffer, other: Buffer): number {
  let largest = 0
  for (let at = 0; at < one.length; at += 4) {
    const distance = [0, 1, 2].reduce((sum, c) => sum + ((one[at + c] ?? 0) - (other[at + c] ?? 0)) ** 2, 0)
    largest = Math.max(largest, distance)
  }
  return largest
}

function fewColors(random: (below: number) => number, count: number): readonly Rgba[] {
  return Array.from({ length: count }, () => [random(256), random(256), random(256), 255])
}

test('encodeGif: reads each frame once and stores up to 255 colors exactly, also beyond a full dictionary', async () => {
  const random = createRandom()
  const colors = fewColors(random, 200)
  const [width, height] = [160, 120]
  const first = frame(width, height, () => colors[random(200)] ?? [0, 0, 0, 255])
  const frames = [first]
  for (let index = 1; index < 4; index += 1) {
    const next = Buffer.from(frames.at(-1) ?? first)
    for (let change = 0; change < 900; change += 1)
      next.set(colors[random(200)] ?? [], 4 * ((20 + random(80)) * width + 30 + random(90)))
    frames.push(next)
  }
  const { shown, reads, delay, loop } = await encode(frames, width, height)
  expect(reads).toBe(frames.length)
  expect([delay, loop]).toEqual([[100, 100, 100, 100], 0])
  for (const [index, pixels] of frames.entries()) expect(pixels.equals(shown[index] ?? first)).toBe(true)
})

test('encodeGif: lossiness replaces colors within its distance only, and makes the file smaller', async () => {
  const random = createRandom(7)
  const gray = frame(120, 90, () => {
    const value = 100 + random(20)
    return [value, value, value, 255]
  })
  const exact = await encode([gray], 120, 90)
  expect(largestDistance(gray, exact.shown[0] ?? gray)).toBe(0)
  const lossy = await encode([gray], 120, 90, { lossy: 25 })
  const distance = largestDistance(gray, lossy.shown[0] ?? gray)
  expect(distance).toBeGreaterThan(0)
  expect(distance).toBeLessThanOrEqual(25 * 7.5)
})

test('encodeGif: a frame without changes prolongs the one before', async () => {
  const [red, blue] = [frame(8, 6, () => [200, 0, 0, 255]), frame(8, 6, () => [0, 0, 200, 255])]
  const { delay, shown } = await encode([red, red, blue, red], 8, 6, { plays: 3 })
  expect(delay).toEqual([200, 100, 100])
  expect(shown[2]?.equals(red)).toBe(true)
})

test('encodeGif: transparent areas show nothing of the frame before', async () => {
  const leftHalf = frame(10, 4, x => (x < 5 ? [10, 200, 30, 255] : [0, 0, 0, 0]))
  const rightHalf = frame(10, 4, x => (x < 5 ? [0, 0, 0, 0] : [10, 200, 30, 255]))
  const empty = frame(10, 4, () => [0, 0, 0, 0])
  const { shown } = await encode([leftHalf, rightHalf, empty], 10, 4, { hasAlpha: true })
  const alphas = shown.map(pixels => [pixels[3], pixels[9 * 4 + 3]])
  expect(alphas).toEqual([
    [255, 0],
    [0, 255],
    [0, 0],
  ])
})

test('encodeGif: every image of a slideshow has its own colors', async () => {
  const random = createRandom(3)
  const images = [1, 2].map(() => {
    const colors = fewColors(random, 250)
    return frame(40, 30, () => colors[random(250)] ?? [0, 0, 0, 255])
  })
  const { shown } = await encode(images, 40, 30, { isSlideshow: true })
  for (const [index, pixels] of images.entries()) expect(pixels.equals(shown[index] ?? pixels)).toBe(true)
  const shared = await encode(images, 40, 30)
  expect(largestDistance(images[0] ?? Buffer.alloc(0), shared.shown[0] ?? Buffer.alloc(0))).toBeGreaterThan(0)
})
