/** Shade of gray of a color, from 0 to 1 (ISO 32000-1, 10.3). */
export function shadeOf(components: readonly number[]): number {
  const [first = 0, second = 0, third = 0, fourth] = components
  if (components.length === 1) return first
  const weighted = 0.299 * first + 0.587 * second + 0.114 * third
  return fourth === undefined ? weighted : 1 - Math.min(1, weighted + fourth)
}
