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

/** A clip of a few seconds cannot be measured more exactly than this. */
const tolerance = 0.002
const bounds = { min: 1, max: 240 }

/** Sound may last longer than the pictures, so the measured rate can be a little low. */
const trusted = { min: 0.9, max: 1.25 }

/** The declared rate where it can be true: containers without one make up figures like 1000. */
export function trueRate(declared: number | null, measured: number | null): number | null {
  if (declared === null || measured === null) return measured ?? declared
  const factor = declared / measured
  return factor > trusted.min && factor < trusted.max ? declared : measured
}

export function exactRate(framesPerSecond: number): string {
  const nearest = usual.toSorted(
    ([a], [b]) => Math.abs(a - framesPerSecond) - Math.abs(b - framesPerSecond),
  )[0]
  if (nearest !== undefined && Math.abs(nearest[0] / framesPerSecond - 1) < tolerance) return nearest[1]
  const bounded = Math.min(Math.max(framesPerSecond, bounds.min), bounds.max)
  return `${Math.round(bounded * 1000)}/1000`
}
