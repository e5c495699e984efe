/** Draws the part of a recording that is in sight, one column for each point of the screen. */
import { lengthOf, type Stretch } from '../edit/stretch.ts'
import type { Measures } from '../measure/measures.ts'
import { extremesOf, fullScale, levelSamples } from '../measure/peak-levels.ts'
import type { WaveColors } from './use-own-colors.ts'

/** The middle line of a waveform in decibels. */
const quietestDb = -90

export interface WaveLook extends WaveColors {
  /** What the settings make of it, shown as height. */
  readonly gain: number
  /** In decibels silence can be told from quiet; otherwise heights are as people know them. */
  readonly isInDecibels: boolean
  readonly thresholdDb: number | undefined
  readonly silences: readonly Stretch[]
  /** A way up and a way down, as moments of the recording. */
  readonly fadeIn?: Stretch | undefined
  readonly fadeOut?: Stretch | undefined
}

export function drawWaveform(
  context: CanvasRenderingContext2D,
  measures: Measures,
  view: Stretch,
  look: WaveLook,
): void {
  const { width, height } = context.canvas
  const middle = height / 2
  const pointsPerSecond = width / lengthOf(view)
  const xOf = (seconds: number) => (seconds - view.from) * pointsPerSecond
  const lineWidth = Math.max(1, Math.round(height / 160))
  context.clearRect(0, 0, width, height)

  context.fillStyle = look.silence
  for (const silence of look.silences) {
    if (silence.to < view.from || silence.from > view.to) continue
    const left = xOf(silence.from)
    context.fillRect(left, 0, Math.max(1, xOf(silence.to) - left), height)
  }

  context.fillStyle = look.wave
  const heightOf = (sample: number) => heightOfSample(sample, look) * (middle - lineWidth)
  for (let x = 0; x < width; x += 1) {
    const column = columnAt(measures, view.from + x / pointsPerSecond, 1 / pointsPerSecond)
    if (!column) break
    const top = middle - heightOf(column.high)
    const bottom = middle - heightOf(column.low)
    context.fillRect(x, top, 1, Math.max(lineWidth, bottom - top))
  }

  if (look.thresholdDb !== undefined) {
    const share = heightOfSample(10 ** (look.thresholdDb / 20), look)
    context.fillStyle = look.threshold
    for (const side of [-1, 1])
      context.fillRect(0, Math.round(middle + side * share * (middle - lineWidth)), width, lineWidth)
  }

  context.strokeStyle = look.threshold
  context.lineWidth = lineWidth * 1.5
  drawFade(context, look.fadeIn, xOf, height, true)
  drawFade(context, look.fadeOut, xOf, height, false)
}

function drawFade(
  context: CanvasRenderingContext2D,
  fade: Stretch | undefined,
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

/** From -1 to 1; what would be louder than everything is cut there. */
export function heightOfSample(
  sample: number,
  { gain, isInDecibels }: Pick<WaveLook, 'gain' | 'isInDecibels'>,
): number {
  // Silence is looked for before anything is made louder.
  if (!isInDecibels) return Math.max(-1, Math.min(1, sample * gain))
  const decibels = 20 * Math.log10(Math.max(1e-9, Math.abs(sample)))
  return Math.sign(sample) * Math.max(0, Math.min(1, 1 - decibels / quietestDb))
}

/** Undefined where nothing has been measured yet. */
export function columnAt(measures: Measures, fromSeconds: number, spanSeconds: number) {
  const { sampleRateHz, measuredSamples, levels } = measures
  const from = fromSeconds * sampleRateHz
  if (from >= measuredSamples) return undefined
  const span = spanSeconds * sampleRateHz
  const index = Math.max(
    0,
    levelSamples.findLastIndex(samples => samples <= span),
  )
  const level = levels[index]
  const stretch = levelSamples[index] ?? 1
  if (!level) return undefined
  const first = Math.floor(from / stretch)
  const { low, high } = extremesOf(level, first, Math.max(first + 1, Math.floor((from + span) / stretch)))
  return { low: low / fullScale, high: high / fullScale }
}
