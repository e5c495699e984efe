/** Used percentage of an allowance, 0 to 100; undefined if it is unlimited. */

/** Percentage from which the low-allowance warning is shown. */
export const warningFromPercent = 90

export function usedShare({ used, total }: { readonly used: number; readonly total: number | null }) {
  if (total === null) return undefined
  // An allowance of zero is always used up.
  if (total <= 0) return 100
  return Math.min(100, Math.max(0, (used / total) * 100))
}
