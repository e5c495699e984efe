/**
 * Estimates the size of an animated image from a few of its frames in the browser: pairs of consecutive frames are rendered
 * at the chosen width, encoded approximately like the engine does, and extrapolated.
 */

import { choosePalette, type Palette, type Rgba } from './gif-estimate/choose-palette.ts'
import { type GifQuality, gifPresets } from './gif-presets.ts'
import type { gifOutputs } from './operations/create-gif.ts'

/** Counts the bytes of LZW-compressed color indexes. */

const maxCodes = 4096
const indexes = 256

/** Reused: clearing two megabytes is cheaper than allocating them. */
const followers = new Int16Array(maxCodes * indexes)

/** Substituting similar colors makes repetitions longer. */
function lzwBytes(pixels: Uint8Array, alike: readonly (readonly number[])[]): number {
  if (pixels.length === 0) return 0
  followers.fill(-1)
  let [nextCode, codeBits, bits] = [indexes + 2, 9, 9]
  let prefix = pixels[0] ?? 0
  for (let at = 1; at < pixels.length; at += 1) {
    const index = pixels[at] ?? 0
    const known = follower(prefix, index, alike[index])
    if (known >= 0) {
      prefix = known
      continue
    }
    bits += codeBits
    if (nextCode < maxCodes) {
      followers[prefix * indexes + index] = nextCode
      nextCode += 1
      if (nextCode > 1 << codeBits && codeBits < 12) codeBits += 1
    } else {
      bits += codeBits
      followers.fill(-1)
      ;[nextCode, codeBits] = [indexes + 2, 9]
    }
    prefix = index
  }
  const bytes = Math.ceil((bits + 2 * codeBits) / 8)
  // Data is stored in blocks of 255 bytes with a length byte.
  return bytes + Math.ceil(bytes / 255)
}

/** The code for the prefix followed by one pixel; negative if there is none. */
function follower(prefix: number, index: number, alike: readonly number[] = []): number {
  const exact = followers[prefix * indexes + index] ?? -1
  if (exact >= 0) return exact
  for (const other of alike) {
    const near = followers[prefix * indexes + other] ?? -1
    if (near >= 0) return near
  }
  return -1
}

type GifOutput = (typeof gifOutputs)[number]

/** Two consecutive frames of the result, as RGBA (canvas image data) in its width and height. */
export interface FramePair {
  readonly first: Rgba
  readonly second: Rgba
}

export interface GifSamples {
  readonly width: number
  readonly height: number
  /** Spread evenly over the range; for images, neighbors in the list (a single image is both frames of a pair). */
  readonly pairs: readonly FramePair[]
  /** Frames of the whole result. */
  readonly frames: number
  readonly quality: GifQuality
  readonly format: GifOutput
}

/** Number of pairs: more take longer without improving the estimate. */
const maxSamplePairs = 24
/** Consecutive pairs per run: some changes become visible only after several frames. */
const pairsInRow = 3

export interface SampledMoment {
  readonly firstSeconds: number
  readonly secondSeconds: number
}

/** Times in the video of the frames of each pair. */
export function sampleMoments(startTime: number, duration: number, fps: number): readonly SampledMoment[] {
  const steps = Math.max(1, framesOf(duration, fps) - 1)
  const places = Math.min(maxSamplePairs, steps)
  const inRow = places < maxSamplePairs ? places : pairsInRow
  const rows = places / inRow
  return Array.from({ length: places }, (_, place) => {
    const [row, step] = [Math.floor(place / inRow), place % inRow]
    const index = Math.floor(((row + 0.5) * steps) / rows - inRow / 2) + step
    const first = Math.max(0, Math.min(steps - 1, index))
    const second = Math.min(framesOf(duration, fps) - 1, first + 1)
    return { firstSeconds: startTime + first / fps, secondSeconds: startTime + second / fps }
  })
}

/** Number of frames of a clip. */
export function framesOf(duration: number, fps: number): number {
  // A frame shown for less than 20 ms is dropped.
  return Math.max(1, Math.ceil((duration - 0.02) * fps - 1e-6))
}

/**
 * Ratio of the engine's result to the estimate: for GIF from ten clips by bench/gif.bench.ts. Other formats work quite
 * differently, so their estimates are rough, from four clips; MP4 may be half or twice as large.
 */
const factors: Readonly<Record<GifOutput, Readonly<Record<GifQuality, number>>>> = {
  gif: { low: 0.93, medium: 0.95, high: 0.92 },
  webp: { low: 0.45, medium: 0.48, high: 0.53 },
  apng: { low: 2.8, medium: 2.5, high: 2.2 },
  mp4: { low: 0.15, medium: 0.23, high: 0.28 },
}
const headerBytes = 800
/** Converts lossiness to a squared color distance; the factors above correct the difference from the engine. */
const distanceOfLoss = 10
const frameHeaderBytes = 20

/** Size of the whole result in bytes. */
export function estimateGifBytes(samples: GifSamples): number {
  const { pairs, frames, quality, format } = samples
  if (pairs.length === 0) return headerBytes
  const { colors, holdBelow, lossy } = gifPresets[quality]
  const palette = choosePalette(
    pairs.map(({ first }) => first),
    colors - 1,
  )
  const alike = similarColors(palette, lossy * distanceOfLoss)
  const weigh = (indexes: Uint8Array) => lzwBytes(indexes, alike)
  const places = pairs.filter((_, index) => index % pairsInRow === 0)
  const wholeBytes = mean(places.map(({ first }) => weigh(indexed(first, palette))))
  const changeBytes = mean(changesOf(samples, palette, holdBelow).map(weigh))
  const stored = wholeBytes + Math.max(0, frames - 1) * (changeBytes + frameHeaderBytes)
  return Math.round(headerBytes + stored * factors[format][quality])
}

/** Encoded changes of each pair; consecutive pairs continue with the pixels that were held. */
function changesOf(
  { pairs, width }: Pick<GifSamples, 'pairs' | 'width'>,
  palette: Palette,
  holdBelow: number,
): readonly Uint8Array[] {
  let shown: Rgba = new Uint8Array()
  return pairs.map(({ first, second }, index) => {
    const before = isSame(pairs[index - 1]?.second, first) ? shown : first
    shown = held(before, second, holdBelow)
    return changedPart(indexed(before, palette), indexed(shown, palette), width)
  })
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function isSame(one: Rgba | undefined, other: Rgba): boolean {
  return one === other || (one?.length === other.length && one.every((value, at) => value === other[at]))
}

/** Index of the transparent color. */
const transparentIndex = 255

function indexed(pixels: Rgba, palette: Palette): Uint8Array {
  const indexes = new Uint8Array(pixels.length / 4)
  for (let at = 0; at < indexes.length; at += 1) {
    const isSeen = (pixels[at * 4 + 3] ?? 0) >= 128
    indexes[at] = isSeen ? palette.indexAt(pixels, at * 4) : transparentIndex
  }
  return indexes
}

/** Like the engine: pixels that hardly change keep their previous color. */
function held(before: Rgba, after: Rgba, holdBelow: number): Rgba {
  const shown = new Uint8Array(after)
  for (let at = 0; at < shown.length; at += 4) {
    if (!isHeld(before, after, at, holdBelow)) continue
    for (let channel = at; channel < at + 4; channel += 1) shown[channel] = before[channel] ?? 0
  }
  return shown
}

function isHeld(before: Rgba, after: Rgba, offset: number, holdBelow: number): boolean {
  for (let channel = offset; channel < offset + 4; channel += 1) {
    const change = (after[channel] ?? 0) - (before[channel] ?? 0)
    if (change > holdBelow || change < -holdBelow) return false
  }
  return true
}

/** Only the bounding rectangle of all changes is stored, and in it only changed pixels. */
function changedPart(before: Uint8Array, after: Uint8Array, width: number): Uint8Array {
  let [left, right, top, bottom] = [width, -1, after.length / width, -1]
  const stored = after.map((index, at) => {
    if (index === before[at]) return transparentIndex
    const [x, y] = [at % width, Math.floor(at / width)]
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
    return index
  })
  const part = new Uint8Array(Math.max(0, right - left + 1) * Math.max(0, bottom - top + 1))
  for (let y = top; y <= bottom; y += 1) {
    const row = stored.subarray(y * width + left, y * width + right + 1)
    part.set(row, (y - top) * row.length)
  }
  return part
}

/** More hardly improve the result. */
const maxSimilar = 12

/** For every color the indexes of similar ones, the nearest first. */
function similarColors({ colors }: Palette, maxDistance: number): readonly (readonly number[])[] {
  return colors.map((color, index) => {
    const distances = colors.map((other, at) => ({
      at,
      distance: color.reduce((sum, value, channel) => sum + (value - (other[channel] ?? 0)) ** 2, 0),
    }))
    return distances
      .filter(({ at, distance }) => at !== index && distance <= maxDistance)
      .toSorted((a, b) => a.distance - b.distance)
      .slice(0, maxSimilar)
      .map(({ at }) => at)
  })
}
