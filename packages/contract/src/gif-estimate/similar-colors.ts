/** Finds similar colors, which lossy compression may substitute. */
import type { Palette } from './choose-palette.ts'

/** More hardly improve the result. */
const maxSimilar = 12

/** For every color the indexes of similar ones, the nearest first. */
export function similarColors({ colors }: Palette, maxDistance: number): readonly (readonly number[])[] {
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
