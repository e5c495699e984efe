/**
 * Color transformations for brightness, contrast, saturation and filters. The browser, its shader and the server share
 * these numbers, so that an image looks the same wherever it is rendered.
 */
import type { ImageEdit, ImageFilter } from './settings.ts'

/** Rows of red, green and blue: three factors and an offset, for channels from 0 to 1. Clipped to 0..1 after every step. */
export type ColorStep = readonly [
  ...[number, number, number, number],
  ...[number, number, number, number],
  ...[number, number, number, number],
]

const luminance = [0.2126, 0.7152, 0.0722] as const

/** In the order in which they are applied; empty if nothing changes. Colors are stored sRGB values. */
export function colorSteps({ brightness, contrast, saturation, filter }: ImageEdit): readonly ColorStep[] {
  return [
    ...(brightness === 100 ? [] : [scaling(brightness / 100, 0)]),
    ...(contrast === 100 ? [] : [contrasting(contrast / 100)]),
    ...(saturation === 100 ? [] : [saturating(saturation / 100)]),
    ...filters[filter],
  ]
}

const filters: Readonly<Record<ImageFilter, readonly ColorStep[]>> = {
  none: [],
  grayscale: [saturating(0)],
  sepia: [[0.393, 0.769, 0.189, 0, 0.349, 0.686, 0.168, 0, 0.272, 0.534, 0.131, 0]],
  invert: [scaling(-1, 1)],
  // Faded blacks, warm highlights, washed-out colors.
  vintage: [saturating(0.65), [0.9, 0.05, 0, 0.07, 0.02, 0.84, 0, 0.06, 0, 0.04, 0.7, 0.1]],
  'duo-tone': [duoTone([0.09, 0.11, 0.33], [1, 0.78, 0.52])],
  dramatic: [saturating(0.75), contrasting(1.45), scaling(0.95, 0)],
}

function scaling(factor: number, added: number): ColorStep {
  return [factor, 0, 0, added, 0, factor, 0, added, 0, 0, factor, added]
}

/** Around middle gray. */
function contrasting(factor: number): ColorStep {
  return scaling(factor, 0.5 - 0.5 * factor)
}

function saturating(amount: number): ColorStep {
  const [r, g, b] = luminance.map(part => part * (1 - amount)) as [number, number, number]
  return [r + amount, g, b, 0, r, g + amount, b, 0, r, g, b + amount, 0]
}

type Color = readonly [number, number, number]

/** Maps shadows to one color and highlights to the other. */
function duoTone(dark: Color, light: Color): ColorStep {
  const row = (channel: 0 | 1 | 2) => {
    const span = light[channel] - dark[channel]
    return [luminance[0] * span, luminance[1] * span, luminance[2] * span, dark[channel]] as const
  }
  return [...row(0), ...row(1), ...row(2)]
}

/** Changes RGBA pixels in place. */
export function applyColors(pixels: Uint8ClampedArray | Uint8Array, steps: readonly ColorStep[]): void {
  if (steps.length === 0) return
  // Until a step mixes channels, each of the 256 values of a channel has one result.
  const firstMixing = steps.findIndex(mixesColors)
  const apart = firstMixing < 0 ? steps : steps.slice(0, firstMixing)
  const [reds, greens, blues] = [channelTable(apart, 0), channelTable(apart, 1), channelTable(apart, 2)]
  const mixing = Float64Array.from(steps.slice(apart.length).flat())
  for (let at = 0; at < pixels.length; at += 4) {
    let red = reds[pixels[at] as number] as number
    let green = greens[pixels[at + 1] as number] as number
    let blue = blues[pixels[at + 2] as number] as number
    for (let row = 0; row < mixing.length; row += 12) {
      const r = rowValue(mixing, row, red, green, blue)
      const g = rowValue(mixing, row + 4, red, green, blue)
      blue = rowValue(mixing, row + 8, red, green, blue)
      red = r
      green = g
    }
    pixels[at] = (red * 255 + 0.5) | 0
    pixels[at + 1] = (green * 255 + 0.5) | 0
    pixels[at + 2] = (blue * 255 + 0.5) | 0
  }
}

function rowValue(rows: Float64Array, row: number, red: number, green: number, blue: number): number {
  const value =
    (rows[row] as number) * red +
    (rows[row + 1] as number) * green +
    (rows[row + 2] as number) * blue +
    (rows[row + 3] as number)
  return Math.max(0, Math.min(1, value))
}

function mixesColors(step: ColorStep): boolean {
  return [1, 2, 4, 6, 8, 9].some(index => step[index] !== 0)
}

function channelTable(steps: readonly ColorStep[], channel: 0 | 1 | 2): Float64Array {
  return Float64Array.from({ length: 256 }, (_, stored) =>
    steps.reduce(
      (value, step) =>
        Math.min(1, Math.max(0, (step[channel * 5] as number) * value + (step[channel * 4 + 3] as number))),
      stored / 255,
    ),
  )
}
