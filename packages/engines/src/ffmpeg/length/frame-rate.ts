/** Finds out how many pictures a second a film really has, and names it exactly: television counts in odd fractions. */

const usual: readonly (readonly [number, string])[] = [
  [24_000 / 1001, '24000/1001'],
  [24, '24'],
  [25, '25'],
  [30_000 / 1001, '30000/1001'],
  [30, '30'],
  [50, '50'],
  [60_000 / 1001, '60000/1001'],
  [60, '60'],
]

/** No camera takes more; some containers say so all the same. */
const mostFramesPerSecond = 250

export function isRateAbsurd(framesPerSecond: number | null): boolean {
  return framesPerSecond !== null && framesPerSecond > mostFramesPerSecond
}

export interface FrameRate {
  readonly framesPerSecond: number | null
  readonly isSteady: boolean
}

/** The declared rate where it can be true: containers without one make up figures like 1000. */
export function trueRate(
  declared: number | null,
  counted: { readonly frames: number; readonly seconds: number } | null,
): number | null {
  if (counted === null || counted.frames < 2 || counted.seconds <= 0) return declared
  const average = counted.frames / counted.seconds
  if (declared !== null && declared > average / 1.5 && declared < average * 1.5) return declared
  // Of few pictures the last ones weigh much, and how long they last is not known.
  return nearestUsual(average, 4 / counted.frames)?.[0] ?? average
}

/** As ffmpeg is told. */
export function exactRate(framesPerSecond: number): string {
  const named = nearestUsual(framesPerSecond, 0.0005)
  if (named !== undefined) return named[1]
  const bounded = Math.min(Math.max(framesPerSecond, 1), mostFramesPerSecond)
  return `${Math.round(bounded * 1000)}/1000`
}

function nearestUsual(rate: number, tolerance: number): readonly [number, string] | undefined {
  const distance = ([value]: readonly [number, string]) => Math.abs(value / rate - 1)
  const [nearest] = usual.toSorted((a, b) => distance(a) - distance(b))
  return nearest !== undefined && distance(nearest) < tolerance ? nearest : undefined
}
