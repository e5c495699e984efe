/** How much of an allowance is spent, 0 to 100; undefined where there is no end to it. */

/** From here on one is almost out. */
export const warningFromPercent = 90

export function usedShare({ used, total }: { readonly used: number; readonly total: number | null }) {
  if (total === null) return undefined
  // An allowance of nothing is spent from the start.
  if (total <= 0) return 100
  return Math.min(100, Math.max(0, (used / total) * 100))
}
