/**
 * Guesses how large a moving picture becomes from a few of its frames, on the page and without the server: some
 * pairs of neighbouring frames are drawn at the chosen width, weighed as the engine would store them, and multiplied.
 */
import { cellOf, choosePalette, type Palette, type Rgba } from './gif-estimate/choose-palette.ts'
import { lzwBytes } from './gif-estimate/lzw-bytes.ts'
import { type GifQuality, gifLooks } from './gif-looks.ts'
import type { gifOutputs } from './operations/create-gif.ts'

type GifOutput = (typeof gifOutputs)[number]

/** Two frames that follow each other in the result, as RGBA (what a canvas gives) of its width and height. */
export interface FramePair {
  readonly first: Rgba
  readonly second: Rgba
}

export interface GifSamples {
  readonly width: number
  readonly height: number
  /** Spread evenly over the range; for pictures, neighbours in the list (one picture alone is both of a pair). */
  readonly pairs: readonly FramePair[]
  /** Frames of the whole result. */
  readonly frames: number
  readonly quality: GifQuality
  readonly format: GifOutput
}

/** So many pairs are worth their time. */
export const samplePlaces = 6

export interface SampledMoment {
  readonly firstSeconds: number
  readonly secondSeconds: number
}

/** When, in the film, the frames of each pair are shown. */
export function sampleMoments(startTime: number, duration: number, fps: number): readonly SampledMoment[] {
  const frames = framesOf(duration, fps)
  const places = Math.max(1, Math.min(samplePlaces, frames - 1))
  return Array.from({ length: places }, (_, place) => {
    const index = Math.floor(((place + 0.5) * Math.max(0, frames - 1)) / places)
    const second = Math.min(frames - 1, index + 1)
    return { firstSeconds: startTime + index / fps, secondSeconds: startTime + second / fps }
  })
}

/** How many frames a piece of a film becomes. */
export function framesOf(duration: number, fps: number): number {
  // What would be shown for less than two hundredths of a second is none.
  return Math.max(1, Math.ceil((duration - 0.02) * fps - 1e-6))
}

/** What the browser's own measure lacks: measured on clips by bench/gif.bench.ts. */
const factors: Readonly<Record<GifOutput, Readonly<Record<GifQuality, number>>>> = {
  gif: { low: 0.75, medium: 0.85, high: 0.95 },
  webp: { low: 0.15, medium: 0.25, high: 0.4 },
  apng: { low: 2, medium: 2, high: 2 },
  mp4: { low: 0.03, medium: 0.05, high: 0.08 },
}
const headerBytes = 800
const frameHeaderBytes = 20

/** Bytes of the whole result. */
export function estimateGifBytes(samples: GifSamples): number {
  const { pairs, frames, quality, format } = samples
  if (pairs.length === 0) return headerBytes
  const look = gifLooks[quality]
  const palette = choosePalette(
    pairs.map(({ first }) => first),
    look.colours - 1,
  )
  const mean = (weigh: (pair: FramePair) => number) =>
    pairs.reduce((sum, pair) => sum + weigh(pair), 0) / pairs.length
  const wholeBytes = mean(({ first }) => lzwBytes(indexed(first, palette)))
  const changeBytes = mean(pair => bytesOfChange(pair, samples, palette, look.holdBelow))
  const stored = wholeBytes + Math.max(0, frames - 1) * (changeBytes + frameHeaderBytes)
  return Math.round(headerBytes + stored * factors[format][quality])
}

/** One more than the last colour means see-through. */
const seeThrough = 255

function indexed(pixels: Rgba, { indexOfCell }: Palette): Uint8Array {
  const indexes = new Uint8Array(pixels.length / 4)
  for (let at = 0; at < indexes.length; at += 1) {
    const isSeen = (pixels[at * 4 + 3] ?? 0) >= 128
    indexes[at] = isSeen ? (indexOfCell[cellOf(pixels, at * 4)] ?? 0) : seeThrough
  }
  return indexes
}

/** Only rows from the first changed to the last changed one are stored, and in them only what changed. */
function bytesOfChange(
  { first, second }: FramePair,
  { width, height }: Pick<GifSamples, 'width' | 'height'>,
  palette: Palette,
  holdBelow: number,
): number {
  const after = indexed(second, palette)
  const before = indexed(first, palette)
  let [firstChange, lastChange] = [after.length, -1]
  for (let at = 0; at < after.length; at += 1) {
    if (isHeld(first, second, at * 4, holdBelow) || before[at] === after[at]) {
      after[at] = seeThrough
    } else {
      if (lastChange < 0) firstChange = at
      lastChange = at
    }
  }
  if (lastChange < 0) return 0
  const from = Math.floor(firstChange / width) * width
  const until = Math.min(height, Math.floor(lastChange / width) + 1) * width
  return lzwBytes(after, from, until)
}

function isHeld(first: Rgba, second: Rgba, offset: number, holdBelow: number): boolean {
  for (let channel = 0; channel < 4; channel += 1) {
    const change = (second[offset + channel] ?? 0) - (first[offset + channel] ?? 0)
    if (change > holdBelow || change < -holdBelow) return false
  }
  return true
}
