/** Draws the visible part of the waveform, one column per pixel. */
import { lengthOf, type TimeRange } from '../edit/time-range.ts'
import type { AudioMeasurements } from '../measure/audio-measurements.ts'
import { extremesOf, fullScale, levelBlockSamples } from '../measure/peak-levels.ts'
import type { WaveformColors } from './use-canvas-colors.ts'

/** Bottom of the decibel scale. */
const quietestDb = -90

export interface WaveformAppearance extends WaveformColors {
  /** Output gain, shown as height. */
  readonly gain: number
  /** Decibel scale, which separates silence from quiet audio; linear otherwise. */
  readonly isInDecibels: boolean
  readonly thresholdDb: number | undefined
  readonly silences: readonly TimeRange[]
  /** Fades in source time. */
  readonly fadeIn?: TimeRange | undefined
  readonly fadeOut?: TimeRange | undefined
}

export function drawWaveform(
  context: CanvasRenderingContext2D,
  measurements: AudioMeasurements,
  view: TimeRange,
  appearance: WaveformAppearance,
): void {
  const { width, height } = context.canvas
  const middle = height / 2
  const pointsPerSecond = width / lengthOf(view)
  const xOf = (seconds: number) => (seconds - view.from) * pointsPerSecond
  const lineWidth = Math.max(1, Math.round(height / 160))
  context.clearRect(0, 0, width, height)

  context.fillStyle = appearance.silence
  for (const silence of appearance.silences) {
    if (silence.to < view.from || silence.from > view.to) continue
    const left = xOf(silence.from)
    context.fillRect(left, 0, Math.max(1, xOf(silence.to) - left), height)
  }

  context.fillStyle = appearance.wave
  const heightOf = (sample: number) => heightOfSample(sample, appearance) * (middle - lineWidth)
  for (let x = 0; x < width; x += 1) {
    const column = columnAt(measurements, view.from + x / pointsPerSecond, 1 / pointsPerSecond)
    if (!column) break
    const top = middle - heightOf(column.high)
    const bottom = middle - heightOf(column.low)
    context.fillRect(x, top, 1, Math.max(lineWidth, bottom - top))
  }

  if (appearance.thresholdDb !== undefined) {
    const fraction = heightOfSample(10 ** (appearance.thresholdDb / 20), appearance)
    context.fillStyle = appearance.threshold
    for (const side of [-1, 1])
      context.fillRect(0, Math.round(middle + side * fraction * (middle - lineWidth)), width, lineWidth)
  }

  context.strokeStyle = appearance.threshold
  context.lineWidth = lineWidth * 1.5
  drawFade(context, appearance.fadeIn, xOf, height, true)
  drawFade(context, appearance.fadeOut, xOf, height, false)
}

function drawFade(
  context: CanvasRenderingContext2D,
  fade: TimeRange | undefined,
  xOf: (seconds: number) => number,
  height: number,
  isRising: boolean,
) {
  if (!fade) return
  const [left, right] = [xOf(fade.from), xOf(fade.to)]
  const [from, to] = isRising ? [height / 2, 0] : [0, height / 2]
  context.beginPath()
  context.moveTo(left, from)
  context.lineTo(right, to)
  context.moveTo(left, height - from)
  context.lineTo(right, height - to)
  context.stroke()
}

/** From -1 to 1, clipped. */
export function heightOfSample(
  sample: number,
  { gain, isInDecibels }: Pick<WaveformAppearance, 'gain' | 'isInDecibels'>,
): number {
  // The decibel scale ignores the gain: silence is detected before it is applied.
  if (!isInDecibels) return Math.max(-1, Math.min(1, sample * gain))
  const decibels = 20 * Math.log10(Math.max(1e-9, Math.abs(sample)))
  return Math.sign(sample) * Math.max(0, Math.min(1, 1 - decibels / quietestDb))
}

/** Undefined where nothing has been measured yet. */
export function columnAt(measurements: AudioMeasurements, fromSeconds: number, spanSeconds: number) {
  const { sampleRateHz, measuredSamples, levels } = measurements
  const from = fromSeconds * sampleRateHz
  if (from >= measuredSamples) return undefined
  const span = spanSeconds * sampleRateHz
  const index = Math.max(
    0,
    levelBlockSamples.findLastIndex(samples => samples <= span),
  )
  const level = levels[index]
  const blockSamples = levelBlockSamples[index] ?? 1
  if (!level) return undefined
  const first = Math.floor(from / blockSamples)
  const { low, high } = extremesOf(
    level,
    first,
    Math.max(first + 1, Math.floor((from + span) / blockSamples)),
  )
  return { low: low / fullScale, high: high / fullScale }
}
