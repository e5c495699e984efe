/** Determines the real frame rate of a video and writes it as an exact fraction (NTSC rates are x/1001). */

const standardRates: readonly (readonly [number, string])[] = [
  [24_000 / 1001, '24000/1001'],
  [24, '24'],
  [25, '25'],
  [30_000 / 1001, '30000/1001'],
  [30, '30'],
  [50, '50'],
  [60_000 / 1001, '60000/1001'],
  [60, '60'],
]

/** Containers without a frame rate declare higher values; cameras do not reach them. */
const maxFramesPerSecond = 250

export function isImplausibleFrameRate(framesPerSecond: number | null): boolean {
  return framesPerSecond !== null && framesPerSecond > maxFramesPerSecond
}

export interface FrameRate {
  readonly framesPerSecond: number | null
  readonly isConstantRate: boolean
}

/** The declared rate where plausible: containers without one make up values such as 1000. */
export function resolveFrameRate(
  declared: number | null,
  counted: { readonly frames: number; readonly seconds: number } | null,
): number | null {
  if (counted === null || counted.frames < 2 || counted.seconds <= 0) return declared
  const average = counted.frames / counted.seconds
  if (declared !== null && declared > average / 1.5 && declared < average * 1.5) return declared
  // With few frames the last one weighs heavily, and its duration is unknown.
  return nearestStandardRate(average, 4 / counted.frames)?.[0] ?? average
}

/** As an argument of ffmpeg. */
export function toFfmpegRate(framesPerSecond: number): string {
  const named = nearestStandardRate(framesPerSecond, 0.0005)
  if (named !== undefined) return named[1]
  const bounded = Math.min(Math.max(framesPerSecond, 1), maxFramesPerSecond)
  return `${Math.round(bounded * 1000)}/1000`
}

/** The next higher one of broadcasting, for encoders that know no others. */
export function standardRateFor(framesPerSecond: number | null): number {
  const wanted = framesPerSecond ?? 25
  const rates = standardRates.map(([rate]) => rate)
  return rates.find(rate => rate >= wanted * 0.999) ?? Math.max(...rates)
}

function nearestStandardRate(rate: number, tolerance: number): readonly [number, string] | undefined {
  const distance = ([value]: readonly [number, string]) => Math.abs(value / rate - 1)
  const [nearest] = standardRates.toSorted((a, b) => distance(a) - distance(b))
  return nearest !== undefined && distance(nearest) < tolerance ? nearest : undefined
}
